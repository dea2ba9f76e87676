"""Claims to mislead a judge, with the pages they are about: near-copies, and flips by number, unit, role, negation, condition and scope.

Pages, claims and labels are course labels, written for the course.
"""

PAGES = {
    "api": """# Tideline API

Every request needs a token in the `X-Token` header. A token is valid for 12 hours and cannot be renewed; ask for a new one instead.
Reports are returned as JSON unless you ask for CSV. A report may hold up to 5,000 rows. Larger reports are split into pages of 500 rows.
Stations send a reading every 10 minutes. Readings are kept for 3 years on the Coast plan and for 6 months on the Bay plan.
Only Coast customers can read the wave data. The Bay plan allows 30 calls per minute.
If the token has expired, the server answers 401. A call with an unknown station gets 404.
Deleted stations can be restored within 14 days. Webhooks are signed with the secret of the account, not with the token.
The tide forecast is free of charge. The service does not store the addresses of callers.""",
    "oven": """# Brennau steam oven

Fill the tank with up to 1.2 litres of cold tap water. Do not use distilled water. The tank is enough for about 90 minutes of steam.
Preheating takes 8 minutes. The oven light switches off by itself after two minutes.
Descale the oven when the lamp is yellow; this takes half an hour. While descaling runs, the door must stay closed.
The grill works at three levels. Level 3 is meant for toast only. Never line the floor of the oven with foil.
The guarantee covers the heater for 5 years and the door seal for 1 year. Damage by lime is not covered.
A fuse of at least 16 amperes is needed. The child lock blocks every key except Off.""",
    "ins": """# Home contents cover

The policy pays up to 40,000 euros for contents and up to 2,000 euros for bicycles. Bicycles are covered only if they were locked.
You carry the first 150 euros of each claim yourself. Glass is not included, but can be added for 3 euros a month.
Report a theft to the police within 48 hours and to us within one week. Claims for hail are paid without an excess.
Jewellery in a safe is covered up to 10,000 euros, jewellery elsewhere up to 1,500 euros.
We do not pay for damage that a tenant caused on purpose. The contract lasts one year and is renewed by another year unless you cancel it three months before the end.
Students living away from home are included until they are 25. Cover abroad ends after 60 days.""",
    "pay": """# Paymill payroll tool

Salaries are paid on the 25th of the month. Changes that are entered by the 18th count for the same month.
Only an administrator can approve a run. Team leaders may enter overtime but cannot see salaries.
A payslip is sent by email and stays in the portal for 10 years. It is never sent by post.
Expenses below 20 francs need no receipt. Expenses are refunded with the next salary.
A run can be withdrawn until it is approved. After three wrong passwords the account is locked for 15 minutes.
Interns get 1.5 days of holiday per month, employees 2 days. Unused days can be carried over until the end of March.""",
    "ferry": """# Sundholm ferry

| From | First boat | Last boat | Crossing |
|---|---|---|---|
| Sundholm | 6:15 | 21:45 | 20 min |
| Karsvik | 6:50 | 22:20 | 35 min |

A single ticket costs 4 euros, a return ticket 7 euros. Children under 6 travel free; dogs pay half.
Cars must be at the ramp 15 minutes before departure. Bicycles can be taken along at no cost, except on Sundays.
Tickets bought on board cost 1 euro more. The crew accepts cards only, no cash.
In storms above force 8 the ferry does not sail. A missed boat gives no right to a refund. Lorries over 12 tonnes cannot be carried.""",
    "gym": """# Kettle Lane gym

The day pass costs 9 pounds and is valid until closing time. Members can bring a guest once a month.
The gym is staffed from 8:00 to 20:00. Outside these hours members get in with the app.
Towels are not provided. Lockers are free, but you need a padlock of your own.
People under 16 may train only with an adult. The sauna is closed in July.
Courses must be cancelled at least 3 hours before they begin, otherwise 5 pounds are charged.
The contract runs for 6 months. It can be paused once for up to 8 weeks without losing the joining bonus. Shoes with black soles are forbidden.""",
    "clinic": """# Elm Street practice

The practice is open from Monday to Friday, 8:00 to 18:00. It is closed at weekends. Blood samples are taken until 10:30.
A first appointment takes 40 minutes, every further one 15 minutes. Appointments can be moved once without a charge; after that 12 euros are due.
Prescriptions are not sent by post. Only doctors can sign sick notes. Nurses give injections.
Letters are written within five working days. Test results are kept for ten years and then destroyed.
You can pay by card or by bank transfer. We do not accept cash.
Children are seen without an appointment, except on Mondays. There are 14 chairs in the waiting room.
Masks are no longer required. The lift is out of service until 3 May.""",
    "hosting": """# Larkhost

Every site gets a certificate. Certificates renew themselves every 60 days. Backups are made nightly and are kept for two weeks.
Uploads are limited to 200 MB per file; on the Studio tier to 2 GB per file. Sites that get no visit for 90 days are archived.
You can restore an archived site yourself, but not its statistics. A domain can be transferred only after 60 days.
Support answers within 4 hours on Studio and within 2 days on Solo. The phone line is reserved for Studio customers.
PHP is not available. Cron jobs run at most every 15 minutes. Traffic above 500 GB costs 0.10 euros per GB.
Passwords must have at least 14 characters. Without a second factor you cannot delete a site. Invoices are in Swiss francs.""",
    "rental": """# Boards and boats

A kayak costs 18 euros for half a day and 30 euros for a day. Paddle boards cost 12 euros an hour. A deposit of 50 euros is due in cash.
Anyone who can swim may rent a board. Children under 12 must wear a vest, and so must everybody in kayaks.
Dogs are welcome on boards but not in kayaks. We lend dry bags free of charge. Wetsuits are not included; they cost 8 euros.
Bookings can be cancelled free up to 24 hours before, later we keep half of the price. In winds of more than 25 km/h boards are not rented out.
Lost paddles cost 40 euros. The jetty opens at 9:00; the last return is at 19:30. Lessons last 90 minutes and are held in English.""",
}
# page | true: + or false: - | claim
_CLAIMS = """
api|+|A token lasts 12 hours.
api|+|A token lasts half a day.
api|-|A token can be renewed.
api|-|A token lasts 12 days.
api|-|A token is valid for up to 24 hours.
api|+|Reports come as JSON unless you request CSV.
api|-|Reports are returned as CSV unless you ask for JSON.
api|+|A report can have up to 5,000 rows.
api|-|A report can have up to 50,000 rows.
api|-|A report needs at least 5,000 rows.
api|+|Stations send a reading six times an hour.
api|-|Stations send a reading every 10 seconds.
api|-|Stations receive a reading every 10 minutes.
api|+|On the Bay plan readings are kept for half a year.
api|-|On the Bay plan readings are kept for 3 years.
api|-|Bay customers can read the wave data.
api|+|Bay customers cannot read the wave data.
api|-|Coast customers cannot read the wave data.
api|+|A 401 means that the token has expired.
api|-|A 404 means that the token has expired.
api|-|A 404 means that the token is missing.
api|-|Webhooks are signed with the token.
api|+|Deleted stations can be brought back within two weeks.
api|-|Deleted stations can be restored within 14 hours.
api|-|Deleted stations cannot be restored.
api|+|The tide forecast costs nothing.
api|-|The tide forecast costs 5 euros.
api|-|The addresses of callers are stored.
api|+|The addresses of callers are not stored.
api|-|Larger reports are split into pages of 5,000 rows.
api|-|The Bay plan allows 30 calls per second.
api|-|The Coast plan allows 30 calls per minute.
oven|+|The tank holds at most 1.2 litres of water.
oven|-|The tank takes up to 1.2 litres of hot water.
oven|+|Distilled water must not be used.
oven|-|You can use distilled water.
oven|+|The tank lasts for about one and a half hours of steam.
oven|-|Preheating takes 18 minutes.
oven|-|Preheating takes 8 seconds.
oven|+|The light goes off automatically after 2 minutes.
oven|-|The oven light switches off by itself after 20 minutes.
oven|+|Descaling takes 30 minutes.
oven|-|Descaling takes 13 minutes.
oven|-|The door may be opened while descaling runs.
oven|+|You need to keep the door closed while descaling runs.
oven|+|The lamp is yellow when the oven must be descaled.
oven|-|Descale the oven when the lamp is green.
oven|-|The heater is covered for 1 year.
oven|+|The heater is covered for five years.
oven|-|The guarantee covers damage by lime.
oven|-|A fuse of 10 amperes is enough.
oven|+|The fuse needs at least 16 amperes.
oven|-|The fuse may have at most 16 amperes.
oven|-|The child lock blocks the Off key.
oven|+|The grill has three levels.
oven|-|The grill works at five levels.
oven|-|Level 3 may be used for fish.
oven|-|You may line the floor of the oven with foil.
ins|+|Bicycles are covered up to 2,000 euros.
ins|-|Bicycles are covered up to 40,000 euros.
ins|-|Bicycles are covered if they were not locked.
ins|-|Bicycles that were not locked are covered.
ins|+|You pay the first 150 euros of every claim.
ins|-|You pay the first 250 euros of every claim.
ins|-|Glass is included.
ins|-|Glass is included for 3 euros a month.
ins|-|Glass can be added for 3 euros a year.
ins|+|A theft must be reported to the police within two days.
ins|-|A theft must be reported to the police within 48 days.
ins|-|A theft must be reported to us within 48 hours.
ins|+|A theft must be reported to us within 7 days.
ins|+|Hail claims have no excess.
ins|-|Jewellery in a safe is covered up to 1,500 euros.
ins|-|Damage that a tenant caused on purpose is paid.
ins|-|The contract ends automatically after a year.
ins|-|You can cancel the contract three weeks before the end.
ins|-|Students living away from home are included until they are 27.
ins|+|Cover abroad lasts 60 days.
ins|-|Cover abroad lasts six months.
pay|-|Salaries are paid on the 18th of the month.
pay|+|Salaries are paid on the 25th.
pay|-|Team leaders can see salaries.
pay|-|Team leaders can approve a run.
pay|+|Team leaders cannot approve a run.
pay|-|Payslips are sent by post.
pay|+|Payslips are not sent by post.
pay|-|A payslip stays in the portal for 10 months.
pay|+|No receipt is needed for expenses below 20 francs.
pay|-|Expenses below 20 francs need a receipt.
pay|-|Expenses below 20 euros need no receipt.
pay|-|Expenses above 20 francs need no receipt.
pay|+|After three wrong passwords the account is locked for a quarter of an hour.
pay|-|After three wrong passwords the account is locked for 15 hours.
pay|-|After five wrong passwords the account is locked for 15 minutes.
pay|-|Interns get 2 days of holiday per month.
pay|+|Interns get 1.5 days of holiday per month.
pay|-|Unused days lapse at the end of the year.
pay|-|A run can be withdrawn after it is approved.
pay|-|Unused days can be carried over until the end of May.
ferry|+|A return ticket costs 7 euros.
ferry|-|A single ticket costs 7 euros.
ferry|-|A return ticket costs 14 euros.
ferry|+|The last boat from Karsvik leaves at 22:20.
ferry|-|The last boat from Sundholm leaves at 22:20.
ferry|-|The crossing from Karsvik takes 20 minutes.
ferry|-|You can pay in cash on board.
ferry|+|The crew does not accept cash.
ferry|-|Bicycles are free on Sundays.
ferry|-|Cars must be at the ramp 50 minutes before departure.
ferry|+|Cars must be at the ramp a quarter of an hour before departure.
ferry|-|Cars must be at the ramp 15 minutes after departure.
ferry|-|Lorries over 12 tonnes can be carried.
ferry|-|If you miss the boat, you get a refund.
ferry|-|Dogs travel free.
ferry|-|Children under 16 travel free.
gym|+|A day pass costs 9 pounds.
gym|-|A day pass costs 9 euros.
gym|-|A day pass costs 19 pounds.
gym|-|Members can bring a guest several times a month.
gym|-|Members can bring two guests once a month.
gym|-|The gym provides towels.
gym|+|The gym does not provide towels.
gym|-|Lockers cost 2 pounds.
gym|+|You have to bring your own padlock.
gym|-|No padlock is needed.
gym|-|People under 16 may train alone.
gym|-|The sauna is open in July.
gym|-|Courses must be cancelled 30 hours before they begin.
gym|+|Courses can be cancelled up to 3 hours before they begin.
gym|-|The contract can be paused twice.
gym|-|The contract can be paused for two months.
gym|-|If you pause the contract, you lose the joining bonus.
gym|+|You may pause the contract for up to 8 weeks and keep the joining bonus.
gym|-|Shoes with black soles are allowed.
gym|+|Shoes with black soles are not allowed.
gym|+|The contract lasts six months.
gym|-|The contract lasts 16 months.
clinic|+|A first appointment lasts 40 minutes.
clinic|+|A first appointment takes two thirds of an hour.
clinic|-|A first appointment takes 15 minutes.
clinic|-|Further appointments take 40 minutes.
clinic|+|Further appointments take a quarter of an hour.
clinic|+|You can move an appointment once at no cost.
clinic|-|You can move an appointment twice without a charge.
clinic|-|Moving an appointment costs 12 euros.
clinic|-|Prescriptions are sent by post.
clinic|+|The practice does not send prescriptions by post.
clinic|-|The practice sends prescriptions by post.
clinic|-|The practice does not send prescriptions.
clinic|-|Nurses can sign sick notes.
clinic|+|Doctors can sign sick notes.
clinic|-|Doctors give injections.
clinic|-|Test results are kept for ten years and are then published.
clinic|+|Test results are stored for a decade.
clinic|-|Test results are kept for ten months.
clinic|-|You can pay in cash.
clinic|+|Cash is not accepted.
clinic|-|You cannot pay by card.
clinic|+|Payment by bank transfer is possible.
clinic|-|On Mondays children are seen without an appointment.
clinic|-|Children cannot be seen without an appointment.
clinic|+|Children need an appointment on Mondays.
clinic|-|There are 41 chairs in the waiting room.
clinic|-|Masks are required.
clinic|+|You do not need a mask.
clinic|-|The lift works until 3 May.
clinic|-|The lift is out of service until 3 March.
clinic|-|Blood samples are taken from 10:30.
clinic|-|A referral costs 25 euros.
clinic|-|Letters are written within five days.
clinic|-|The practice closes at 18:00 and is open on Saturdays.
clinic|-|The practice is closed on weekdays.
hosting|+|Certificates are renewed automatically every 60 days.
hosting|-|Certificates must be renewed by hand.
hosting|-|Certificates renew themselves every 60 hours.
hosting|+|Backups are kept for 14 days.
hosting|-|Backups are kept for two months.
hosting|-|Backups are sent for two weeks.
hosting|-|On Solo files of up to 2 GB can be uploaded.
hosting|+|On Studio a file may have up to 2 GB.
hosting|-|On Studio uploads are limited to 200 MB per file.
hosting|-|A site that gets no visit for three months is deleted.
hosting|-|You can restore the statistics of an archived site.
hosting|+|You can restore an archived site.
hosting|+|A domain can be transferred after 60 days.
hosting|-|A domain can be transferred after 6 days.
hosting|-|Solo customers get an answer within 4 hours.
hosting|+|Support answers within 4 hours on Studio.
hosting|-|Solo customers can use the phone line.
hosting|-|You can use PHP.
hosting|+|Cron jobs can run every 15 minutes.
hosting|-|Cron jobs can run every 5 minutes.
hosting|+|A password needs at least 14 characters.
hosting|-|A password needs at least 8 characters.
hosting|-|A password may have at most 14 characters.
hosting|+|You need a second factor to delete a site.
hosting|-|You do not need a second factor to delete a site.
hosting|-|You can delete a site without a second factor.
hosting|-|Invoices are in euros.
hosting|+|Invoices are in francs.
hosting|-|Traffic above 500 GB costs 10 euros per GB.
hosting|-|Traffic above 500 GB is free.
hosting|-|Traffic below 500 GB costs 0.10 euros per GB.
hosting|-|Backups are made nightly and are deleted after one week.
hosting|-|Uploads are free.
rental|-|A kayak costs 18 euros a day.
rental|+|A kayak costs 30 euros for a day.
rental|+|A kayak costs 18 euros for 12 hours.
rental|-|Paddle boards cost 12 euros a day.
rental|-|Paddle boards cost 18 euros an hour.
rental|-|The deposit is 50 pounds.
rental|+|The deposit is 50 euros.
rental|-|The deposit can be paid by card.
rental|-|Dogs are welcome in kayaks.
rental|+|Dogs are welcome on boards.
rental|-|Dry bags cost 5 euros.
rental|+|Dry bags cost nothing.
rental|-|Wetsuits are included.
rental|+|Wetsuits cost 8 euros.
rental|-|Wetsuits are free.
rental|-|Bookings can be cancelled free up to 24 days before.
rental|+|Bookings can be cancelled free up to one day before.
rental|-|Boards are rented out in winds of more than 25 km/h.
rental|-|Lost paddles cost 14 euros.
rental|+|Lessons take one and a half hours.
rental|-|Lessons last 90 minutes and are free.
rental|-|Lessons last 90 minutes and are held in French.
rental|+|Lessons last 90 minutes and are held in English.
rental|-|Lessons last nine hours.
rental|-|The jetty closes at 9:00.
rental|-|Children under 12 need no vest.
rental|+|Children under 12 must wear a vest.
rental|-|Adults in kayaks do not need a vest.
rental|-|A helmet costs 6 euros.
rental|+|Two kayaks cost 60 euros for a day.
"""
CLAIMS = [(PAGES[page], claim, truth == "+") for page, truth, claim in (line.split("|") for line in _CLAIMS.strip().splitlines())]
