"""The words of documentation English that say the same or exclude each other, whatever the page is about.

Each line is general: it names no product, trade or thing that one page has and another has not. ``wording`` reads the lists.
"""

# A word and the phrases that it stands for. Where a phrase could be read in two ways it is left out.
PHRASES = """
you can: it is possible to
you cannot: it is not possible to, it is impossible to, there is no way to
you may not: it is forbidden to, it is not allowed to, it is not permitted to
may not enter: is not allowed in, are not allowed in, is not allowed into, are not allowed into
may enter: is allowed in, are allowed in, is allowed into, are allowed into
may not: is not allowed to, are not allowed to, is not permitted to, are not permitted to, is forbidden to, are forbidden to
may: is allowed to, are allowed to, is permitted to, are permitted to, has the right to, have the right to
can: is able to, are able to
cannot: is not able to, are not able to, is unable to, are unable to
is included in: is part of
are included in: are part of
does not have: lacks
do not have: lack
absence of: lack of
without: lacking
more than once: several times, multiple times, more than one time, repeatedly
unlimited: as often as you like, as often as you want, as many times as you like, as many as you like, any number of times
up to: up to and including
at least: upwards of
if: in case, provided that, providing that, as long as, so long as, on condition that, in the event that
when: as soon as, the moment
unless: except if, except when
unless you: if you do not, if you don't
unless it is: if it is not
unless they are: if they are not
except: except for, apart from, aside from, other than, with the exception of
before: prior to
because of: owing to, as a result of, on account of
with: together with, along with
without: with no
neednot: no need to, are not required to, is not required to, are not obliged to, is not obliged to
without: without having, without needing
never: under no circumstances, in no case, at no time
immediately: on the spot, there and then, instantaneously
automatically: of its own accord, without any action, without intervention
gratis: without a charge, without a fee, without paying, at no charge, at no extra cost
is free: pays nothing
are free: pay nothing
refund: pay back, give your money back
refunds: pays back, gives your money back
refunded: paid back
ahead: beforehand, ahead of time
tell: let know
tell us: let us know
login: log in, sign in, log on
logout: log out, sign out, log off
register: sign up, enrol
registers: signs up
registered: signed up
collect: pick up
collects: picks up
collected: picked up
fill in: fill out
twice: two times
consecutive: in a row, in succession
a quarter: one quarter
15 minutes: a quarter of an hour
45 minutes: three quarters of an hour
90 minutes: an hour and a half
18 months: a year and a half
36 hours: a day and a half
90 seconds: a minute and a half
reserve a: book a
reserve the: book the
reserve your: book your
reserve at least: book at least
reserve online: book online
can reserve: can book
must reserve: must book
may reserve: may book
to reserve: to book
cannot reserve: cannot book
reserved: booked
reservation: booking
reservations: bookings
"""

# Words on one line mean the same.
SAME = """
stop prevent hinder|keep store|close shut|inform notify tell|help assist|wrong incorrect|empty blank|check verify inspect|view see
photo photograph picture|company firm business|mistake error fault|discount reduction rebate|replace substitute|exchange swap
cancel annul|end finish terminate|assign allocate|frequent often|sum total|invoice bill|refund reimburse|fine penalty|quiet silent
small little|copy duplicate|move relocate|guarantee warranty|luggage baggage|lift elevator|holiday vacation|rubbish waste trash garbage
lower decrease reduce|raise increase|restrict limit cap|depart departure|ring phone telephone|optional voluntary|hide conceal
dispatch ship|append add|weight weigh|begin start commence launch|child kid|physician doctor|admission entry
contain include comprise|mend repair fix|delay postpone defer|demand request|join participate|reward bonus|colleague coworker|prove proof
allow welcome
"""

# Words on one line cannot both hold of one thing.
EXCLUSIVE = """
present absent|full empty|upload download|send receive|buy sell|lend borrow|import export|upper lower|first last|big small|long short
high low|wet dry|indoor outdoor|men women|adult child|odd even|morning afternoon evening|breakfast lunch dinner|gross net
national international|horizontal vertical|sender recipient|buyer seller|employer employee|landlord tenant|start stop|arrive depart
raise lower|smooth rough|strong weak|encrypt decrypt|debit credit|hardback paperback|lowercase uppercase|portrait landscape
"""

# Verbs that add nothing to what a statement says of their neighbours, beside another such verb ("you can get", "it can carry")
# or, the second line, only where it has no verb left.
LIGHT_VERBS = "use take get give have hold call name happen offer include cost last apply work come valid put carry mean make".split()
FAINT_VERBS = "send receive allow need run go do".split()
LIGHT_NOUNS = "person holder user reader owner kind type sort place value case way thing".split()
# Who "we" may be, and who does what the text only says is done.
INSTITUTIONS = """
shop museum library company firm business clinic practice school gym club hotel hut campsite office centre center service provider
organiser organizer operator restaurant cafe farm studio insurer society association landlord agency bank theatre cinema pool venue house
site team staff system software program tool app platform api server website
""".split()
# Adverbs of a claim that nothing in the text need say.
LIGHT_ADVERBS = "already currently normally generally".split()
