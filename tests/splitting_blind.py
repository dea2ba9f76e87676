"""Answers and labels by a reader who had not seen the code, and wrote them before it was run on them.

All labels are course labels, written for the course; they stand as that reader gave them. Each split lists every claim list that the
reader would accept; case, citations' marks and closing points are not compared.
First run (before the repairs that the cases led to): refusals 62 of 68 in English (precision 31/32, recall 31/36), recall 0 of 7 in
other languages; splits 64 of 81 accepted, 56 of them word for word; 3 of 204 numbers lost, 4 claims dropped.
The code was repaired on these cases, so its figures on them flatter from now on. No label is rejected. For six splits the code's claims
are right in another form than the reader's: ALSO_RIGHT says which and why.
"""

BLIND_SPLITS = [
    (  # software docs, plain
        "Use `pip install --upgrade httpx` to update the client. The default timeout is 5 seconds.",
        ["Use `pip install --upgrade httpx` to update the client.", "The default timeout is 5 seconds."],
    ),
    (  # HR, greeting+offer+and
        "Hi there! Full-time employees get 25 days of paid vacation per year and part-time employees get a pro-rated amount. Let "
        "me know if you need anything else!",
        ["Full-time employees get 25 days of paid vacation per year and part-time employees get a pro-rated amount."],
        ["Full-time employees get 25 days of paid vacation per year", "part-time employees get a pro-rated amount."],
    ),
    (  # fragment
        "30 days.",
        ["30 days."],
    ),
    (  # one word
        "Yes.",
        ["Yes."],
    ),
    (  # bare number
        "42",
        ["42"],
    ),
    (  # streaming, bullets with lead-in
        "The Premium plan includes:\n- 3 TB of storage\n- Priority support\n- Up to 6 family members",
        ["3 TB of storage", "Priority support", "Up to 6 family members"],
        [
            "The Premium plan includes: 3 TB of storage",
            "The Premium plan includes: Priority support",
            "The Premium plan includes: Up to 6 family members",
        ],
    ),
    (  # appliance, numbered steps
        "To reset the dishwasher:\n1. Hold the Start button for 3 seconds.\n2. Wait until the display shows 0:01.\n3. Close the "
        "door and let it drain for 60 seconds.",
        [
            "Hold the Start button for 3 seconds.",
            "Wait until the display shows 0:01.",
            "Close the door and let it drain for 60 seconds.",
        ],
        [
            "To reset the dishwasher: Hold the Start button for 3 seconds.",
            "To reset the dishwasher: Wait until the display shows 0:01.",
            "To reset the dishwasher: Close the door and let it drain for 60 seconds.",
        ],
    ),
    (  # banking, table
        "Here are the fees:\n\n| Account | Monthly fee | Overdraft limit |\n|---|---|---|\n| Basic | $0 | $100 |\n| Plus | $4.95 | "
        "$500 |\n| Gold | $12.50 | $2,000 |",
        ["Basic | $0 | $100", "Plus | $4.95 | $500", "Gold | $12.50 | $2,000"],
        [
            "Account: Basic, Monthly fee: $0, Overdraft limit: $100",
            "Account: Plus, Monthly fee: $4.95, Overdraft limit: $500",
            "Account: Gold, Monthly fee: $12.50, Overdraft limit: $2,000",
        ],
    ),
    (  # software docs, code block
        "You can cap the retries with the `max_retries` option:\n\n```python\nclient = "
        "Client(max_retries=3)\nclient.run()\n```\n\nThe default is 5 retries.",
        [
            "You can cap the retries with the `max_retries` option",
            "client = Client(max_retries=3)\nclient.run()",
            "The default is 5 retries.",
        ],
        [
            "You can cap the retries with the `max_retries` option: client = Client(max_retries=3) client.run()",
            "The default is 5 retries.",
        ],
        ["You can cap the retries with the `max_retries` option", "The default is 5 retries."],
    ),
    (  # medicine, abbreviations
        "Dr. Alvarez updated the leaflet on Jan. 5, 2021. The max. dose for adults is 4 g per day.",
        ["Dr. Alvarez updated the leaflet on Jan. 5, 2021.", "The max. dose for adults is 4 g per day."],
    ),
    (  # versions
        "Support for Python 3.7 was dropped in v2.0.1. Upgrade to 3.8.10 or later.",
        ["Support for Python 3.7 was dropped in v2.0.1.", "Upgrade to 3.8.10 or later."],
    ),
    (  # URL at end of sentence
        "The installer is at https://example.com/docs/v1.2/install.html?os=mac. It needs 2.5 GB of free space.",
        ["The installer is at https://example.com/docs/v1.2/install.html?os=mac.", "It needs 2.5 GB of free space."],
    ),
    (  # e.g./i.e.
        "Some drugs (e.g. Ibuprofen, Aspirin) raise the risk of bleeding, i.e. They thin the blood. Avoid them for 7 days before "
        "surgery.",
        [
            "Some drugs (e.g. Ibuprofen, Aspirin) raise the risk of bleeding, i.e. They thin the blood.",
            "Avoid them for 7 days before surgery.",
        ],
    ),
    (  # quotes with sentences inside
        'The policy states: "Refunds are issued within 14 days. No refunds are given after that." Gift cards are excluded.',
        ['The policy states: "Refunds are issued within 14 days. No refunds are given after that."', "Gift cards are excluded."],
        ['The policy states: "Refunds are issued within 14 days.', 'No refunds are given after that."', "Gift cards are excluded."],
    ),
    (  # parenthesised sentence
        "The battery lasts about 11 hours. (This assumes 50% brightness.) Charging takes 90 minutes.",
        ["The battery lasts about 11 hours.", "This assumes 50% brightness.", "Charging takes 90 minutes."],
        ["The battery lasts about 11 hours. (This assumes 50% brightness.)", "Charging takes 90 minutes."],
    ),
    (  # semicolons
        "Check-in opens 24 hours before departure; it closes 60 minutes before take-off; late passengers are rebooked for a fee of "
        "€75.",
        [
            "Check-in opens 24 hours before departure; it closes 60 minutes before take-off; late passengers are rebooked for a "
            "fee of €75.",
        ],
        [
            "Check-in opens 24 hours before departure",
            "it closes 60 minutes before take-off",
            "late passengers are rebooked for a fee of €75.",
        ],
    ),
    (  # Chinese
        "员工每年有15天年假。未使用的年假可以结转到次年3月31日。",
        ["员工每年有15天年假。", "未使用的年假可以结转到次年3月31日。"],
    ),
    (  # Japanese
        "保証期間は2年です。電池は対象外です！修理には約10日かかります。",
        ["保証期間は2年です。", "電池は対象外です！", "修理には約10日かかります。"],
    ),
    (  # Hindi danda
        "वापसी की अवधि 30 दिन है। शुल्क 150 रुपये है।",
        ["वापसी की अवधि 30 दिन है।", "शुल्क 150 रुपये है।"],
    ),
    (  # Arabic
        "مدة الضمان سنتان. هل تحتاج إلى فاتورة؟ نعم، الفاتورة مطلوبة خلال 14 يومًا.",
        ["مدة الضمان سنتان.", "نعم، الفاتورة مطلوبة خلال 14 يومًا."],
        ["مدة الضمان سنتان.", "هل تحتاج إلى فاتورة؟", "نعم، الفاتورة مطلوبة خلال 14 يومًا."],
        ["مدة الضمان سنتان.", "هل تحتاج إلى فاتورة؟ نعم، الفاتورة مطلوبة خلال 14 يومًا."],
    ),
    (  # Spanish
        "El plazo de devolución es de 15 días. El Sr. Pérez aprobó 3,5 % de descuento. ¡El envío es gratis!",
        ["El plazo de devolución es de 15 días.", "El Sr. Pérez aprobó 3,5 % de descuento.", "¡El envío es gratis!"],
    ),
    (  # German abbreviations/ordinals
        "Das Büro bleibt am 3. Oktober geschlossen. Manche Geräte, z. B. Drucker, brauchen bis zu 1.500 W. Die Frist beträgt ca. "
        "14 Tage.",
        [
            "Das Büro bleibt am 3. Oktober geschlossen.",
            "Manche Geräte, z. B. Drucker, brauchen bis zu 1.500 W.",
            "Die Frist beträgt ca. 14 Tage.",
        ],
    ),
    (  # French guillemets
        "Le contrat précise : « Le préavis est de 3 mois. » Il peut être réduit à 1 mois. M. Durand l'a confirmé.",
        ["Le contrat précise : « Le préavis est de 3 mois. »", "Il peut être réduit à 1 mois.", "M. Durand l'a confirmé."],
    ),
    (  # emoji
        "✅ Your pass covers zones 1–4! 🎉 It costs £7.20 per day 🚆 Kids under 5 ride free 😊",
        ["Your pass covers zones 1–4!", "It costs £7.20 per day", "Kids under 5 ride free"],
        ["✅ Your pass covers zones 1–4!", "🎉 It costs £7.20 per day 🚆 Kids under 5 ride free 😊"],
        ["✅ Your pass covers zones 1–4! 🎉", "It costs £7.20 per day 🚆 Kids under 5 ride free 😊"],
    ),
    (  # citations [n]
        "The visa is valid for 90 days [1][2]. It can be extended once, for up to 30 days [3].",
        ["The visa is valid for 90 days.", "It can be extended once, for up to 30 days."],
        ["The visa is valid for 90 days [1][2].", "It can be extended once, for up to 30 days [3]."],
    ),
    (  # citation after period + sources list
        "The deductible is $500.[1] Dental is not covered.[2]\n\nSources:\n[1] plan-2024.pdf, p. 12\n[2] plan-2024.pdf, p. 31",
        ["The deductible is $500.", "Dental is not covered."],
        ["The deductible is $500.[1]", "Dental is not covered.[2]"],
    ),
    (  # half refusal first
        "I couldn't find the exact price in the documents, but the Pro plan does include 24/7 phone support.",
        ["the Pro plan does include 24/7 phone support."],
        ["I couldn't find the exact price in the documents, but the Pro plan does include 24/7 phone support."],
    ),
    (  # half refusal last
        "The engine uses 0W-20 oil and holds 4.5 litres. The provided context does not mention the filter part number.",
        ["The engine uses 0W-20 oil and holds 4.5 litres."],
        ["The engine uses 0W-20 oil", "holds 4.5 litres."],
        ["The engine uses 0W-20 oil and holds 4.5 litres.", "The provided context does not mention the filter part number."],
    ),
    (  # several ands
        "The API returns JSON and XML, and each response is limited to 100 items and 2 MB.",
        ["The API returns JSON and XML, and each response is limited to 100 items and 2 MB."],
        ["The API returns JSON and XML", "each response is limited to 100 items and 2 MB."],
        ["The API returns JSON and XML,", "and each response is limited to 100 items and 2 MB."],
    ),
    (  # rhetorical question
        "So how long do you have to file? You have 60 days from the date of the notice.",
        ["You have 60 days from the date of the notice."],
        ["So how long do you have to file? You have 60 days from the date of the notice."],
        ["So how long do you have to file?", "You have 60 days from the date of the notice."],
    ),
    (  # nested bullets
        "- Storage\n  - Free tier: 5 GB\n  - Paid tier: 200 GB\n- Bandwidth\n  - Free tier: 1 GB per day\n  - Paid tier: unlimited",
        ["Storage Free tier: 5 GB", "Storage Paid tier: 200 GB", "Bandwidth Free tier: 1 GB per day", "Bandwidth Paid tier: unlimited"],
        [
            "Storage: Free tier: 5 GB",
            "Storage: Paid tier: 200 GB",
            "Bandwidth: Free tier: 1 GB per day",
            "Bandwidth: Paid tier: unlimited",
        ],
        ["Free tier: 5 GB", "Paid tier: 200 GB", "Free tier: 1 GB per day", "Paid tier: unlimited"],
    ),
    (  # headings
        "## Eligibility\nYou must be 18 or older.\n\n## Cost\nThe permit costs $35 and is valid for one year.",
        ["You must be 18 or older.", "The permit costs $35 and is valid for one year."],
        ["Eligibility: You must be 18 or older.", "Cost: The permit costs $35 and is valid for one year."],
    ),
    (  # bold labels
        "**Range:** 450 km\n**Charging time:** 35 minutes (10–80%)\n**Top speed:** 180 km/h",
        ["Range: 450 km", "Charging time: 35 minutes (10–80%)", "Top speed: 180 km/h"],
    ),
    (  # offer at the end, long
        "The boss in level 7 is weak to ice. Would you like me to list the best ice weapons? Just ask!",
        ["The boss in level 7 is weak to ice."],
    ),
    (  # currency, U.S.
        "The U.S. Treasury charges $1,299.00 for the license. Applicants outside the U.S. pay 20% more.",
        ["The U.S. Treasury charges $1,299.00 for the license.", "Applicants outside the U.S. pay 20% more."],
    ),
    (  # No. 5
        "Take bus No. 5 from the station. Get off at stop no. 12 and walk 300 m.",
        ["Take bus No. 5 from the station.", "Get off at stop no. 12 and walk 300 m."],
    ),
    (  # law
        "Under 42 U.S.C. § 1983, a person may sue a state official. See Monroe v. Pape, 365 U.S. 167 (1961). The limit is set by "
        "state law, usually 2 to 3 years.",
        [
            "Under 42 U.S.C. § 1983, a person may sue a state official.",
            "See Monroe v. Pape, 365 U.S. 167 (1961).",
            "The limit is set by state law, usually 2 to 3 years.",
        ],
    ),
    (  # a.m./p.m.
        "The desk is open from 9 a.m. to 5 p.m. On weekends it closes at 1 p.m. Bring your ID.",
        ["The desk is open from 9 a.m. to 5 p.m.", "On weekends it closes at 1 p.m.", "Bring your ID."],
    ),
    (  # ellipsis
        "The update can take a while... usually 20 to 40 minutes. Do not unplug the device.",
        ["The update can take a while... usually 20 to 40 minutes.", "Do not unplug the device."],
        ["The update can take a while...", "usually 20 to 40 minutes.", "Do not unplug the device."],
    ),
    (  # JSON answer
        '{"max_upload_mb": 25, "formats": ["png", "jpg"]}',
        ['{"max_upload_mb": 25, "formats": ["png", "jpg"]}'],
    ),
    (  # key: value lines
        "Name: Aurora Hotel\nCheck-in: 15:00\nCheck-out: 11:00\nPets: allowed (max. 2)",
        ["Name: Aurora Hotel", "Check-in: 15:00", "Check-out: 11:00", "Pets: allowed (max. 2)"],
    ),
    (  # footnotes
        "Interest is 4.25% APY[^1]. The rate is fixed for 12 months.\n\n[^1]: Rates as of 1 March 2024.",
        ["Interest is 4.25% APY.", "The rate is fixed for 12 months.", "Rates as of 1 March 2024."],
        ["Interest is 4.25% APY[^1].", "The rate is fixed for 12 months.", "[^1]: Rates as of 1 March 2024."],
        ["Interest is 4.25% APY.", "The rate is fixed for 12 months."],
    ),
    (  # HTML list
        "<p>The kit contains:</p><ul><li>2 filters</li><li>1 wrench</li><li>4 screws (M6)</li></ul>",
        ["2 filters", "1 wrench", "4 screws (M6)"],
        ["The kit contains: 2 filters", "The kit contains: 1 wrench", "The kit contains: 4 screws (M6)"],
    ),
    (  # Note:
        "Tablets must be swallowed whole. Note: do not take more than 8 tablets in 24 hours.",
        ["Tablets must be swallowed whole.", "Note: do not take more than 8 tablets in 24 hours."],
        ["Tablets must be swallowed whole.", "do not take more than 8 tablets in 24 hours."],
    ),
    (  # multi-paragraph, wrapped lines
        "Employees may carry over up to\n5 unused days into the next year.\n\nThe days expire on March 31\nunless HR grants an "
        "exception.",
        [
            "Employees may carry over up to 5 unused days into the next year.",
            "The days expire on March 31 unless HR grants an exception.",
        ],
    ),
    (  # lines without punctuation
        "Warranty is 2 years\nBattery is covered for 6 months\nShipping is paid by the customer",
        ["Warranty is 2 years", "Battery is covered for 6 months", "Shipping is paid by the customer"],
    ),
    (  # lower-case chat
        "the limit is 10 mb. you can raise it to 50 mb in settings. restart after that",
        ["the limit is 10 mb.", "you can raise it to 50 mb in settings.", "restart after that"],
    ),
    (  # sentences starting with lower-case names
        "Create the file first. npm then reads it on start. iOS 17 or later is required.",
        ["Create the file first.", "npm then reads it on start.", "iOS 17 or later is required."],
    ),
    (  # missing space after period
        "The fee is 2%.It applies to foreign cards only.Cash costs 3%.",
        ["The fee is 2%.", "It applies to foreign cards only.", "Cash costs 3%."],
    ),
    (  # meta intro
        "Based on the provided context, the warranty lasts 2 years. According to page 4, it covers parts and labour.",
        ["the warranty lasts 2 years.", "According to page 4, it covers parts and labour."],
        ["Based on the provided context, the warranty lasts 2 years.", "According to page 4, it covers parts and labour."],
        ["the warranty lasts 2 years.", "it covers parts and labour."],
    ),
    (  # Great question!
        "Great question! The treaty was signed in 1648. I hope that helps!",
        ["The treaty was signed in 1648."],
    ),
    (  # inline (1)(2)(3)
        "Three documents are needed: (1) a passport valid for 6 months, (2) one photo, and (3) proof of €1,000 in funds.",
        ["Three documents are needed: (1) a passport valid for 6 months, (2) one photo, and (3) proof of €1,000 in funds."],
        ["Three documents are needed", "a passport valid for 6 months", "one photo", "proof of €1,000 in funds."],
        [
            "Three documents are needed: a passport valid for 6 months",
            "Three documents are needed: one photo",
            "Three documents are needed: proof of €1,000 in funds.",
        ],
    ),
    (  # Russian
        "Срок возврата — 14 дней, т. е. две недели. Стоимость доставки 300 руб. за заказ. Закон принят в 1992 г. в Москве.",
        ["Срок возврата — 14 дней, т. е. две недели.", "Стоимость доставки 300 руб. за заказ.", "Закон принят в 1992 г. в Москве."],
    ),
    (  # Korean
        "환불 기간은 7일입니다. 배송비는 3,000원입니다.",
        ["환불 기간은 7일입니다.", "배송비는 3,000원입니다."],
    ),
    (  # Thai
        "ระยะเวลาคืนสินค้าคือ 30 วัน ค่าจัดส่ง 50 บาท",
        ["ระยะเวลาคืนสินค้าคือ 30 วัน ค่าจัดส่ง 50 บาท"],
        ["ระยะเวลาคืนสินค้าคือ 30 วัน", "ค่าจัดส่ง 50 บาท"],
    ),
    (  # sentence ends with number, next starts with number
        "The bridge opened in 1932. 16 workers died during construction. It is 1,149 m long.",
        ["The bridge opened in 1932.", "16 workers died during construction.", "It is 1,149 m long."],
    ),
    (  # line starting with negative number
        "What is the minimum temperature?\n-20 °C is the minimum operating temperature.\n-5 °C is the minimum for charging.",
        ["-20 °C is the minimum operating temperature.", "-5 °C is the minimum for charging."],
    ),
    (  # year that looks like list marker
        "1998. That is when the treaty entered into force.",
        ["1998. That is when the treaty entered into force."],
        ["1998.", "That is when the treaty entered into force."],
    ),
    (  # line starting with decimal
        "3.5 hours is the usual flight time. 2.0 bags are allowed per person on average.",
        ["3.5 hours is the usual flight time.", "2.0 bags are allowed per person on average."],
    ),
    (  # bullets that are only code
        "Supported flags:\n* `--verbose`\n* `--dry-run`\n* `--retries 4`",
        ["`--verbose`", "`--dry-run`", "`--retries 4`"],
        ["Supported flags: `--verbose`", "Supported flags: `--dry-run`", "Supported flags: `--retries 4`"],
    ),
    (  # Sure! Here's
        "Sure! Here's how parental leave works: you get 16 weeks at full pay. After that, you may take 10 unpaid weeks.",
        ["you get 16 weeks at full pay.", "After that, you may take 10 unpaid weeks."],
        ["Here's how parental leave works: you get 16 weeks at full pay.", "After that, you may take 10 unpaid weeks."],
    ),
    (  # conflicting sources
        "The sources disagree: the 2019 manual says 1.8 bar, while the 2022 manual says 2.1 bar.",
        ["The sources disagree: the 2019 manual says 1.8 bar, while the 2022 manual says 2.1 bar."],
        ["The sources disagree", "the 2019 manual says 1.8 bar", "the 2022 manual says 2.1 bar."],
    ),
    (  # Answer: label
        "Answer: 15%\n\nExplanation: The late fee is 15% of the unpaid balance.",
        ["15%", "The late fee is 15% of the unpaid balance."],
        ["Answer: 15%", "Explanation: The late fee is 15% of the unpaid balance."],
    ),
    (  # short answer: no
        "Short answer: no. Long answer: dogs are only allowed on the lower deck, and only on weekdays.",
        ["Short answer: no.", "Long answer: dogs are only allowed on the lower deck, and only on weekdays."],
        ["no.", "dogs are only allowed on the lower deck, and only on weekdays."],
    ),
    (  # math with !
        "5! = 120, so there are 120 orderings. With repeats there are n!/(k!) = 60.",
        ["5! = 120, so there are 120 orderings.", "With repeats there are n!/(k!) = 60."],
    ),
    (  # file names
        "Edit config.yaml. Then restart nginx.service with systemctl. Logs go to /var/log/nginx/error.log.",
        ["Edit config.yaml.", "Then restart nginx.service with systemctl.", "Logs go to /var/log/nginx/error.log."],
    ),
    (  # names with !
        "Yahoo! Mail gives each user 1 TB. The game show Jeopardy! has aired since 1964.",
        ["Yahoo! Mail gives each user 1 TB.", "The game show Jeopardy! has aired since 1964."],
    ),
    (  # initials
        "J. R. R. Tolkien published the book in 1937. George W. Bush was born on July 6, 1946.",
        ["J. R. R. Tolkien published the book in 1937.", "George W. Bush was born on July 6, 1946."],
    ),
    (  # vs./approx./etc.
        "The new model weighs approx. 1.2 kg vs. 1.5 kg for the old one. It ships with cables, adapters, etc. The price is $249.",
        [
            "The new model weighs approx. 1.2 kg vs. 1.5 kg for the old one.",
            "It ships with cables, adapters, etc.",
            "The price is $249.",
        ],
    ),
    (  # units table without header text + sentence after
        "| Weight | Dose |\n|:--|--:|\n| 10–15 kg | 2.5 ml |\n| 16–20 kg | 5 ml |\n\nGive at most 4 doses in 24 hours.",
        ["10–15 kg | 2.5 ml", "16–20 kg | 5 ml", "Give at most 4 doses in 24 hours."],
        ["Weight: 10–15 kg, Dose: 2.5 ml", "Weight: 16–20 kg, Dose: 5 ml", "Give at most 4 doses in 24 hours."],
    ),
    (  # quoted refusal-like error
        'The message "I don\'t have information about that host" means that DNS lookup failed. Retry after 30 seconds.',
        ['The message "I don\'t have information about that host" means that DNS lookup failed.', "Retry after 30 seconds."],
    ),
    (  # recommendation
        "I'd recommend the 65 W charger, since the 45 W one charges 30% slower. Hope this helps!",
        ["I'd recommend the 65 W charger, since the 45 W one charges 30% slower."],
    ),
    (  # apology with fact
        "Sorry for the inconvenience! Refunds take 5–7 business days. Thank you for your patience.",
        ["Refunds take 5–7 business days."],
    ),
    (  # blockquote
        "The handbook says:\n> Overtime is paid at 150%.\n> Sunday work is paid at 200%.",
        ["Overtime is paid at 150%.", "Sunday work is paid at 200%."],
        ["The handbook says: Overtime is paid at 150%.", "The handbook says: Sunday work is paid at 200%."],
    ),
    (  # checklist, question-marks as labels
        "- [x] Fire extinguisher checked every 12 months\n- [ ] First-aid kit replaced every 5 years",
        ["Fire extinguisher checked every 12 months", "First-aid kit replaced every 5 years"],
    ),
    (  # offer with a fact in it
        "Sick notes are due on day 4. Feel free to contact HR at ext. 4410 between 8:00 and 17:00 if you have questions.",
        ["Sick notes are due on day 4.", "Feel free to contact HR at ext. 4410 between 8:00 and 17:00 if you have questions."],
    ),
    (  # greeting with a fact in it
        "Hello, and thanks for asking: your plan renews on 12 May at $9.99. Let me know if you exceed 500 requests per day, "
        "because that costs $20 extra.",
        [
            "Hello, and thanks for asking: your plan renews on 12 May at $9.99.",
            "Let me know if you exceed 500 requests per day, because that costs $20 extra.",
        ],
        ["your plan renews on 12 May at $9.99.", "Let me know if you exceed 500 requests per day, because that costs $20 extra."],
    ),
    (  # term — definition with numbers
        "• Economy — 1 bag, 23 kg\n• Business — 2 bags, 32 kg each\n• Infant — no bag; a stroller is free",
        ["Economy — 1 bag, 23 kg", "Business — 2 bags, 32 kg each", "Infant — no bag; a stroller is free"],
        ["Economy — 1 bag, 23 kg", "Business — 2 bags, 32 kg each", "Infant — no bag", "a stroller is free"],
    ),
    (  # code block inside numbered list
        "1. Install the CLI:\n   ```bash\n   brew install acme@2.4\n   ```\n2. Log in with `acme login`. The token lasts 12 "
        "hours.\n3. Deploy.",
        ["Install the CLI: brew install acme@2.4", "Log in with `acme login`.", "The token lasts 12 hours.", "Deploy."],
        ["Install the CLI", "brew install acme@2.4", "Log in with `acme login`.", "The token lasts 12 hours.", "Deploy."],
        ["Install the CLI", "Log in with `acme login`.", "The token lasts 12 hours.", "Deploy."],
    ),
    (  # game rules, exceptions, roman numerals, dashes
        "Each player draws 7 cards—or 9 in a 2-player game. Louis XIV. is worth 3 points. A tie is broken as follows: a) most "
        "gold; b) fewest cards left.",
        [
            "Each player draws 7 cards—or 9 in a 2-player game.",
            "Louis XIV. is worth 3 points.",
            "A tie is broken as follows: a) most gold; b) fewest cards left.",
        ],
        [
            "Each player draws 7 cards—or 9 in a 2-player game.",
            "Louis XIV. is worth 3 points.",
            "A tie is broken as follows: a) most gold",
            "b) fewest cards left.",
        ],
    ),
    (  # bullet intro w/ number & outro
        "There are 3 visa types:\n\n• Tourist: 30 days\n• Business: 90 days\n• Transit: 72 hours\n\nAll of them cost €80. Safe "
        "travels! ✈️",
        ["There are 3 visa types", "Tourist: 30 days", "Business: 90 days", "Transit: 72 hours", "All of them cost €80."],
        [
            "There are 3 visa types: Tourist: 30 days",
            "There are 3 visa types: Business: 90 days",
            "There are 3 visa types: Transit: 72 hours",
            "All of them cost €80.",
        ],
    ),
]

BLIND_REFUSALS = [
    "I don't know.",
    "I'm sorry, but I couldn't find any information about parental leave in the provided documents.",
    "The context does not mention the price of the Pro plan.",
    "There's nothing in the handbook excerpts about bringing pets to the office.",
    "Unfortunately, the documents I have access to don't cover this topic.",
    "I'm not able to answer that based on the available sources.",
    "Based on the retrieved passages, it is not possible to determine when the warranty expires.",
    "That's outside the scope of what I can help with. Please contact your bank's support team.",
    "I do not have enough information to answer this question. Could you share more details?",
    "No answer found.",
    "N/A - not covered in the sources.",
    "Sorry, I can't help with that.",
    "Apologies! My knowledge base has no entry on this. Is there anything else I can help you with?",
    "None of the passages [1][2][3] discuss the refund window for gift cards.",
    "The leaflet [2] is silent on use during pregnancy, so I can't say whether it's safe. Please ask your doctor or pharmacist.",
    "I wasn't able to locate that in the manual. You may want to check the manufacturer's website.",
    "Your question can't be answered from the text given.",
    "It's unclear from the excerpts how many players are allowed.",
    "The provided text doesn't specify a deadline.",
    "Hmm, I looked through the docs but came up empty on that one.",
    "I have no data on flights after 2023.",
    "Insufficient context to answer.",
    "Unknown.",
    "I'm afraid I can't tell you that; the contract excerpt doesn't say.",
    "As an AI language model, I cannot provide legal advice on your case.",
    "I would need more context before I could answer that.",
    "This information isn't available to me. You can reach out to HR for help.",
    "The search returned no relevant results, so I can't give you a reliable answer.",
    "I could not verify this in any of the sources you shared.",
    "Thanks for the question! Sadly, nothing I've been given addresses it.",
    "The document only discusses other topics and does not contain the answer.",
    "I'd rather not guess: the sources say nothing about the cancellation fee.",
    "Cannot be determined from the provided context.",
    "I’m sorry, I don’t have details about that product.",
    "The passages talk about dishwashers in general, but there is no mention of the model you asked about.",
    "Not mentioned.",
]

BLIND_ANSWERS = [
    "There is no limit on the number of projects.",
    "This feature is not supported on Windows.",
    "Unknown error 42 means that the disk is full.",
    "No.",
    "No, pets are not allowed in the office.",
    "I couldn't find the exact price, but the Pro plan costs more than the $10 Basic plan.",
    'The error "I don\'t know this host" appears when the key is missing from known_hosts.',
    'If the server returns "No answer found", increase the timeout to 30 seconds.',
    "Sorry for the delay! Your refund takes 5 business days.",
    "You cannot cancel after 14 days.",
    "The documents do not mention a maximum, but the minimum is 8 characters.",
    "The warranty does not cover water damage.",
    "The cause of the disease is unknown.",
    "The law does not specify a deadline for filing, so courts apply a 'reasonable time' standard.",
    "Return code 404 means the requested resource was not found.",
    "The author says that he did not have enough information to reach a verdict in 1974.",
    "None of the plans include phone support.",
    "Unfortunately, refunds are not available for digital goods.",
    "I'm sorry, but your account can't be opened if you are under 18.",
    "The function returns None when no match is found.",
    "It is not possible to change the name on a ticket after check-in.",
    "Employees who are unable to answer the survey by May 3 should contact HR.",
    "The bank can't help with lost PINs by phone; visit a branch with your ID.",
    "Ibuprofen 400 mg, every 6 hours. I don't have information on use in children.",
    "Not applicable to residents of Quebec.",
    "Nothing happens when you press the button twice.",
    "The manual is not clear on the interval for city driving, but for highway driving it says 15,000 km.",
    "The API does not provide access to deleted messages.",
    "There are no vaccinations required for travel to Iceland.",
    'To answer "I don\'t know" in the quiz costs you 1 point.',
    "The filter is not included in the box. Please contact support to order one for $12.",
    "The assistant cannot answer calls when Do Not Disturb is on.",
]

BLIND_REFUSALS_ABROAD = [
    "Lo siento, no encuentro esa información en los documentos.",
    "Das geht aus den vorliegenden Dokumenten leider nicht hervor.",
    "Je n'ai pas trouvé cette information dans le contexte fourni.",
    "抱歉，提供的文档中没有相关信息。",
    "申し訳ありませんが、その情報は見つかりませんでした。",
    "Não sei responder a essa pergunta com base no texto.",
    "К сожалению, в документах нет информации об этом.",
]

BLIND_ANSWERS_ABROAD = [
    "No hay límite de proyectos.",
    "Die Funktion wird unter Windows nicht unterstützt.",
    "Les chiens ne sont pas admis à bord.",
    "保修不包括进水损坏。",
    "Возврат невозможен после 14 дней.",
]

ALSO_RIGHT = {
    "The Premium plan includes:\n- 3": (  # the lead-in is a sentence that goes on: no colon is needed
        "The Premium plan includes 3 TB of storage", "The Premium plan includes Priority support",
        "The Premium plan includes Up to 6 family members",
    ),
    "Here are the fees:": (  # "the fees" is what the row is about
        "the fees: Account: Basic, Monthly fee: $0, Overdraft limit: $100",
        "the fees: Account: Plus, Monthly fee: $4.95, Overdraft limit: $500",
        "the fees: Account: Gold, Monthly fee: $12.50, Overdraft limit: $2,000",
    ),
    "You can cap the retries": (  # code stays a block, so that a judge sees that it is code
        "You can cap the retries with the `max_retries` option:\n```python\nclient = Client(max_retries=3)\nclient.run()\n```",
        "The default is 5 retries.",
    ),
    "The engine uses 0W-20": ("The engine uses 0W-20 oil.", "The engine holds 4.5 litres."),  # the second half keeps its subject
    "<p>The kit contains:": ("The kit contains 2 filters", "The kit contains 1 wrench", "The kit contains 4 screws (M6)"),  # as above
    "1. Install the CLI:": (  # code stays a block
        "Install the CLI:\n```bash\n   brew install acme@2.4\n   ```", "Log in with `acme login`.", "The token lasts 12 hours.", "Deploy.",
    ),
}

# By the one who repaired the code, with the code in view: what the repairs must not break. No evidence of quality.
REPAIRED_REFUSALS = [
    "It's unclear from the docs.",
    "The answer is unknown.",
    "That's not covered.",
    "The topic is not covered in the handbook.",
    'The search for "x" found nothing.',
    "I came up empty.",
    "Nothing you provided mentions the price.",
    "The guide covers installation and does not mention removal.",
    "I don't know. Feel free to call us at 555-1234.",
    "Entschuldigung, das weiß ich leider nicht. Bitte wenden Sie sich an den Support.",
    "No sé la respuesta a esa pregunta.",
    "Les documents ne mentionnent pas ce sujet.",
    "Os documentos não mencionam isso.",
    "文档中没有提到价格。",
    "その情報は資料に記載されていません。",
    "В документах этого нет.",
]
REPAIRED_ANSWERS = [
    "No, it is not covered.",
    "Theft is not covered.",
    "The cause of the failure remains unclear.",
    "It is unknown who built the tower.",
    "The birthplace of the author is not known.",
    "Thanks to the new law, refunds are free.",
    "Here you can buy tickets.",
    "If you lose the card, the bank will ask for ID.",
    "If you cancel early, we are happy to refund you.",
    "Here are 3 things you should know.",
    "Let me know if the trip lasts longer, because the fee rises then.",
    "I couldn't find the annual limit. You will see a charge of $5 on the first bill.",
    "The price isn't in the docs. Filters are sold apart.",
    "The search returned no results because the index was empty.",
    "Nothing I have tried works on this model.",
    "The report lists 5 firms and does not mention Acme.",
    "Das weiß ich nicht, aber der Preis beträgt 5 Euro.",
    "No hay información turística en la estación.",
    "Les chiens ne sont pas mentionnés.",
    "Os cães não são permitidos.",
    "文档中没有提到价格，但是送货需要3天。",
    "在庫はありません。",
    "В магазине нет хлеба.",
]
REPAIRED_SPLITS = [
    ("Let me explain: the fee is due monthly.", ["The fee is due monthly."]),
    ("Here is the fee for adults: 5 euros.", ["Here is the fee for adults: 5 euros."]),
    ("Here are 3 steps:\n- Open it.\n- Close it.", ["3 steps: Open it.", "3 steps: Close it."]),
    ("In short: yes. The pool is heated.", ["yes.", "The pool is heated."]),
    ("It runs on Node.js and System.Text too. It is free.", ["It runs on Node.js and System.Text too.", "It is free."]),
    ("The models.User class inherits from db.Model and is abstract.", ["The models.User class inherits from db.Model and is abstract."]),
    ("See https://a.b/c.Html first. Use U.S.A today.", ["See https://a.b/c.Html first.", "Use U.S.A today."]),
    ("Keys expire after 90 days.Rotation is free.", ["Keys expire after 90 days.", "Rotation is free."]),
    ("Great! Adults pay 5 euros.", ["Adults pay 5 euros."]),
    ("Stop! Water is hot.", ["Stop!", "Water is hot."]),
    ("Only $5! Kids go free.", ["Only $5!", "Kids go free."]),
    ("It is 3 V. Plug it in.", ["It is 3 V.", "Plug it in."]),
    ("Das kostet 5 Euro, d. h. wenig. Er zahlt.", ["Das kostet 5 Euro, d. h. wenig.", "Er zahlt."]),
    ("The <br> tag inserts a break. Use <p> before text.", ["The <br> tag inserts a break.", "Use <p> before text."]),
    ("Use `<li>a</li>` for items.", ["Use `<li>a</li>` for items."]),
    ("```\n<p>a</p>\n```", ["```\n<p>a</p>\n```"]),
    ("<ol><li><p>Open it.</p></li><li><p>Close <b>it</b>.</p></li></ol>", ["Open it.", "Close it."]),
    ("The kit holds a <b>red</b> lid and a <em>cup</em>.", ["The kit holds a red lid and a cup."]),
    ("Free<br>5 GB<br/>Pro<br />50 GB", ["Free", "5 GB", "Pro", "50 GB"]),
    ("The limit is set\nif you use the free tier", ["The limit is set if you use the free tier"]),
    ("He said:\n> The lid is red.\n>\n> It is old.\n\nWe agree.", ["He said: The lid is red.", "He said: It is old.", "We agree."]),
    ("The sign reads:\n- no dogs\n- no bikes", ["The sign reads: no dogs", "The sign reads: no bikes"]),
    ("See you at 5 p.m. in the lobby!", ["See you at 5 p.m. in the lobby!"]),
    ("It is 50% off! Happy shopping!", ["It is 50% off!"]),
]
