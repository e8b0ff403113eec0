------------------------------ MODULE Segments ------------------------------
(***************************************************************************)
(* How the ids of one tag are shared out: a row in one database, or a row  *)
(* in each of several that grant by turns, and nodes that hold ranges.     *)
(* README.md says how to read this page.                                   *)
(*                                                                         *)
(* A number is what a row counts.  Number k of database d is the id        *)
(* k * Slots + d - 1; with one slot both are the same.  There is no clock  *)
(* and no time-out: each step may come at any moment or never.             *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    MaxNumber,  \* rows count 0 .. MaxNumber
    Nodes,      \* the nodes
    Databases,  \* 1 .. n; several grant ids by turns
    Slots,      \* how many there may ever be
    Amounts,    \* how many ids an allocation may take
    Sold,       \* how many of these may be sold
    Orders,     \* "node" or "global": among which calls ids grow
    Margins,    \* what is left out after a change of server; 0 with on-failover: continue
    MaxChanges, \* how often a row may change
    MaxFaults,  \* how many faults of a kind may happen besides those of lines and processes
    Faults,     \* those that may: "rewind", "failOver", "crash", "limit", "retire", "repeat" (of give-backs), "return" (by clients)
    Without     \* rules of which each behaviour breaks one; {"none"} if it breaks none

VARIABLES
    given,    \* what holds all the time: the order, the margin, and the rule that this behaviour breaks
    db,       \* each database: where its row stands, what it is called, what its last change was, and what a hand has taken
    node,     \* each node: what it holds, and what it waits for
    noted,    \* what the disk of each node names as the end of what was handed out, for each database
    late,     \* give-backs under way, each of which may arrive or not, or more than once where they are repeated
    handed,   \* ids that were handed out or sold
    lost,     \* numbers of each database that a fail-over or a crash has taken
    excused,  \* ids that guarantees.md excludes
    faults,   \* how many faults have happened
    wrong     \* what has come about that must not

vars == <<given, db, node, noted, late, handed, lost, excused, faults, wrong>>

Obeys(rule) == given.broken # rule
Margin      == given.margin
IsGlobal    == given.order = "global"

Max(S) == CHOOSE x \in S : \A y \in S : y <= x

SlotOf(d)     == IF Obeys("EachDatabaseHasASlotOfItsOwn") THEN d - 1 ELSE 0
IdOf(d, k)    == k * Slots + SlotOf(d)
IdsOf(d, K)   == {IdOf(d, k) : k \in K}
RangeOf(d, server, first, end) == [i \in 1 .. end - first |-> [database |-> d, server |-> server, number |-> first + i - 1]]

NoCall  == [database |-> 0, amount |-> 0, sold |-> 0, first |-> -1, server |-> 0]
NoEnds  == [d \in Databases |-> 0]
Stopped == [isOn |-> FALSE, left |-> <<>>, end |-> NoEnds, used |-> NoEnds, begun |-> NoEnds,
            server |-> NoEnds, top |-> -1, since |-> -2, call |-> NoCall, former |-> NoCall, isAlive |-> FALSE, read |-> -1,
            wasRefused |-> FALSE, soldFrom |-> NoEnds, soldEnd |-> NoEnds, kept |-> NoEnds]

Init ==
    /\ given \in [broken : Without, order : Orders, margin : Margins]
    /\ db = [d \in Databases |-> [row |-> 0, before |-> 0, server |-> 1, version |-> 0, rewound |-> {}]]
    /\ node = [n \in Nodes |-> Stopped]
    /\ noted = [n \in Nodes |-> NoEnds]
    /\ late = {} /\ handed = {} /\ excused = {} /\ faults = 0 /\ wrong = {}
    /\ lost = [d \in Databases |-> {}]

\* ---- Start and stop ----

(* A node starts with what its notes say, or goes on with what the process knows.  SegmentRun, TagNotes *)
Starts(n) ==
    LET ends == [d \in Databases |-> IF Obeys("NotesOfEarlierRunsCount") THEN Max({node[n].end[d], noted[n][d]}) ELSE node[n].end[d]]
    IN  /\ ~node[n].isOn
        /\ node' = [node EXCEPT ![n] = [@ EXCEPT !.isOn = TRUE, !.isAlive = TRUE, !.end = ends,
                                                 !.begun = noted[n]]]
        /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

(* Every five seconds, and at a stop, the end of what was handed out is noted on the disk.  TagNotes *)
Notes(n) ==
    /\ "rewind" \in Faults /\ node[n].isOn
    /\ noted[n] # node[n].used
    /\ noted' = [noted EXCEPT ![n] = [d \in Databases |-> Max({@[d], node[n].used[d]})]]
    /\ UNCHANGED <<given, db, node, late, handed, lost, excused, faults, wrong>>

(* The first number of the last piece that ends where a range of a database ended.  SegmentChain.lastContiguous *)
RECURSIVE PieceFrom(_, _, _)
PieceFrom(left, d, end) ==
    IF \E i \in DOMAIN left : left[i].database = d /\ left[i].number = end - 1
    THEN PieceFrom(left, d, end - 1) ELSE end

FirstLeft(n, d) ==
    LET left == node[n].left
        mine == {left[i].number : i \in {j \in DOMAIN left : left[j].database = d}}
    IN  IF Obeys("WhatIsGivenBackIsInOnePiece") \/ mine = {}
        THEN PieceFrom(left, d, node[n].end[d])
        ELSE CHOOSE k \in mine : \A j \in mine : k <= j

(* What is given back: numbers of a database, and the servers that have granted them. *)
GiveBack(n, d, first, servers) ==
    IF first < node[n].end[d] THEN {[database |-> d, first |-> first, end |-> node[n].end[d], servers |-> servers, version |-> -1]} ELSE {}

ServersOf(n, d, first) ==
    LET left == node[n].left IN {left[i].server : i \in {j \in DOMAIN left : left[j].database = d /\ left[j].number >= first}}

(* The end of what was handed out, or sold and cannot be returned any more. *)
UsedBy(n) == [d \in Databases |-> IF Obeys("WhatIsSoldIsRemembered") THEN Max({node[n].used[d], node[n].soldEnd[d]}) ELSE node[n].used[d]]

(* A node stops: what is left is claimed, noted, and to be given back to a database, or burnt.  After it a range is no rewind that begins
   where what was handed out has ended.  SegmentChain.retire, TagBuffer.resume *)
Stops(n, d) ==
    /\ node[n].isOn /\ node[n].read < 0
    /\ late' = late \cup GiveBack(n, d, FirstLeft(n, d), ServersOf(n, d, FirstLeft(n, d)))
    /\ node' = IF Obeys("WhatIsGivenBackIsClaimedBefore")
               THEN [node EXCEPT ![n] = [@ EXCEPT !.isOn = FALSE, !.left = <<>>, !.call = NoCall, !.since = -2, !.former = NoCall,
                                                  !.used = UsedBy(n), !.end = UsedBy(n), !.soldFrom = node[n].soldEnd]]
               ELSE node
    /\ noted' = IF "rewind" \in Faults THEN [noted EXCEPT ![n] = [e \in Databases |-> Max({@[e], UsedBy(n)[e]})]] ELSE noted
    /\ UNCHANGED <<given, db, handed, lost, excused, faults, wrong>>

(* The row is read before it is moved back: it has to stand at the end, on the server that has granted all.  ServerWatch.isTheOnlyOne *)
IsLookedAt(m) ==
    LET isSame == m.servers \subseteq {db[m.database].server} \/ ~Obeys("AGiveBackIsMadeToTheServerThatGranted")
        isEnd  == db[m.database].row = m.end \/ ~Obeys("AGiveBackComparesTheCounter")
    IN  /\ m \in late /\ m.version < 0
        /\ late' = (late \ {m}) \cup IF isSame /\ isEnd THEN {[m EXCEPT !.version = db[m.database].version]} ELSE {}
        /\ UNCHANGED <<given, db, node, noted, handed, lost, excused, faults, wrong>>

(* Whether the counter may be moved back: it stands at the end, and nothing has changed it since. *)
IsTaken(m) ==
    /\ db[m.database].row = m.end \/ ~Obeys("AGiveBackComparesTheCounter")
    /\ db[m.database].version = m.version \/ ~Obeys("AGiveBackHappensOnce") \/ ~Obeys("AGiveBackComparesTheCounter")

(* The database moves the counter back, or leaves it as it is.  A driver or a proxy may repeat that.  SegmentStore.giveBack *)
GiveBackArrives(m) ==
    /\ m \in late /\ m.version >= 0
    /\ late' = IF "repeat" \in Faults THEN late ELSE late \ {m}
    /\ db' = IF IsTaken(m) THEN [db EXCEPT ![m.database] = [@ EXCEPT !.row = m.first, !.before = db[m.database].row, !.version = @ + 1]] ELSE db
    /\ UNCHANGED <<given, node, noted, handed, lost, excused, faults, wrong>>

\* ---- Allocation ----

(* Ids are wanted: by a caller, ahead of callers (prefetch), or to be sold.  SegmentAllocator, CallerGroups *)
Allocates(n, d, amount, sold) ==
    /\ node[n].isOn /\ node[n].call = NoCall
    /\ sold <= amount
    /\ IsGlobal /\ Obeys("GlobalOrderReservesNothingAhead") => node[n].since > -2 /\ node[n].left = <<>>
    /\ node' = [node EXCEPT ![n].call = [NoCall EXCEPT !.database = d, !.amount = amount, !.sold = sold]]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

(* The end of what a process was granted in this run, by whatever server; 0 if that is nothing.  Lift.least *)
Granted(n, d) == IF node[n].end[d] > node[n].begun[d] THEN node[n].end[d] ELSE 0

(* Where the row is moved to before the range is taken: over a margin after a change of server, or above what the node was granted by any
   database.  JdbcSegmentStore with FailoverPolicy, segment.interleaved.Member with Lift *)
Floor(n, d) ==
    LET isChanged == node[n].server[d] \notin {0, db[d].server} /\ Obeys("AChangeOfServerIsSkippedOver")
        granted   == {node[n].end[e] : e \in Databases}
        lift      == IF Cardinality(Databases) > 1 /\ Obeys("ADatabaseIsLiftedAboveTheOthers") THEN Max(granted) ELSE 0
    IN  Max({db[d].row, lift, IF isChanged THEN Max({db[d].row, Granted(n, d)}) + Margin ELSE 0})

(* Whether the row stands below what the node was granted: the UPDATE demands more, and changes nothing.  ServerWatch.allocate, Lift.least
   Where a change of server is skipped over, that of another server is lifted instead. *)
IsSetBack(n, d) ==
    /\ db[d].row < node[n].end[d] /\ (Margin = 0 \/ node[n].server[d] \in {0, db[d].server})
    /\ Obeys("ARefusalMovesNothing") /\ Obeys("ARangeBeginsAboveTheFormer")

(* The database takes the range by one UPDATE, which commits by itself.  JdbcSegmentStore.allocate *)
GrantsFrom(n, first) ==
    LET d == node[n].call.database
        end == first + node[n].call.amount
        isUnaware == db[d].row >= Max({node[n].end[d], node[n].used[d], node[n].soldEnd[d]}) /\ ~node[n].wasRefused
    IN  /\ d # 0 /\ node[n].call.first < 0 /\ end <= MaxNumber /\ ~IsSetBack(n, d)
        /\ Obeys("ARangeIsTakenByOneChange") \/ node[n].read >= 0
        /\ db' = [db EXCEPT ![d] = [@ EXCEPT !.row = end, !.before = db[d].row, !.version = @ + 1,
                                            !.rewound = IF isUnaware THEN {} ELSE @]]
        /\ node' = [node EXCEPT ![n].call.first = first, ![n].call.server = db[d].server,
                            ![n].server[d] = db[d].server, ![n].read = -1]
        \* a process that knows no former server cannot know of the change, nor one of a rewind that was not granted more
        /\ excused' = excused \cup (IF node[n].server[d] \in {0, db[d].server} THEN IdsOf(d, (first .. end - 1) \cap lost[d]) ELSE {})
                              \cup (IF isUnaware THEN IdsOf(d, db[d].rewound) ELSE {})
        /\ UNCHANGED <<given, noted, late, handed, lost, faults, wrong>>

Grants(n) == node[n].call.database # 0 /\ GrantsFrom(n, IF node[n].read >= 0 THEN node[n].read ELSE Floor(n, node[n].call.database))

(* What comes about when ids leave: each once, those of a node in order, none that was noted before. *)
WrongWith(n, ids, isInOrder) ==
       (IF ids \cap handed \subseteq excused THEN {} ELSE {"twice"})
  \cup (IF isInOrder /\ \E i \in ids : i <= node[n].top THEN {"falls"} ELSE {})
  \cup (IF IsGlobal /\ isInOrder /\ \E i \in ids : i <= node[n].since THEN {"global"} ELSE {})

\* What has been handed out when more is.
HandedWith(ids) == handed \cup ids

(* The reply is heard: the ids that are sold come first, and the rest is a segment behind all others.  A range below what the process was
   granted is refused.  AllocationOutcome, RewindGuard, SegmentReserve.serve *)
Hears(n) ==
    LET c == node[n].call
        range == RangeOf(c.database, c.server, c.first, c.first + c.amount)
        sold == IdsOf(c.database, c.first .. c.first + c.sold - 1)
        rest == IF Obeys("WhatIsSoldIsCutOff") THEN SubSeq(range, c.sold + 1, c.amount) ELSE range
        isAbove == c.first >= node[n].end[c.database] \/ ~Obeys("ARangeBeginsAboveTheFormer")
    IN  /\ c.first >= 0
        /\ handed' = IF isAbove THEN HandedWith(sold) ELSE handed
        /\ wrong' = IF isAbove THEN wrong \cup WrongWith(n, sold, FALSE) ELSE wrong
        /\ node' = [node EXCEPT ![n] = [@ EXCEPT !.call = NoCall, !.wasRefused = ~isAbove,
                        !.left = IF isAbove THEN @ \o rest ELSE @,
                        !.end[c.database] = IF isAbove THEN c.first + c.amount ELSE @,
                        \* what was sold before cannot be returned any more; what others have between may be
                        !.used[c.database] = IF isAbove /\ c.sold > 0 THEN Max({@, node[n].soldEnd[c.database]}) ELSE @,
                        !.kept[c.database] = IF isAbove /\ c.sold > 0 /\ "return" \in Faults THEN node[n].end[c.database] ELSE @,
                        !.soldFrom[c.database] = IF isAbove /\ c.sold > 0 THEN c.first ELSE @,
                        !.soldEnd[c.database] = IF isAbove /\ c.sold > 0 THEN c.first + c.sold ELSE @]]
        /\ UNCHANGED <<given, db, noted, late, lost, excused, faults>>

(* The reply is lost, comes too late, or says that the row was set back: unknown means not granted.  StoreCall, CounterSetBackException *)
GivesUp(n) ==
    LET c == node[n].call
    IN  /\ c # NoCall
        /\ node' = [node EXCEPT ![n] = [@ EXCEPT !.call = NoCall, !.read = -1,
                        !.left = IF Obeys("ARangeComesFromTheCommittedReply") \/ c.first >= 0 THEN @
                                 ELSE @ \o RangeOf(c.database, db[c.database].server, db[c.database].row, db[c.database].row + c.amount)]]
        /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

\* ---- Ids ----

(* A caller asks for an id. *)
CallBegins(n) ==
    /\ node[n].isOn /\ node[n].since = -2
    /\ node' = [node EXCEPT ![n].since = IF IsGlobal THEN Max(handed \cup {-1}) ELSE -1]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

(* Callers get the next ids of the first segments, so many at a time.  Segment.claim, SegmentBuffer *)
GivesOut(n, count) ==
    LET next == SubSeq(node[n].left, 1, count)
        idAt(i) == IdOf(next[i].database, next[i].number)
        usedOf(d) == {next[i].number + 1 : i \in {j \in 1 .. count : next[j].database = d}}
    IN  /\ node[n].isOn /\ Len(node[n].left) >= count
        /\ handed' = HandedWith({idAt(i) : i \in 1 .. count})
        /\ wrong' = wrong \cup WrongWith(n, {idAt(i) : i \in 1 .. count}, TRUE)
                    \cup IF \E i \in 1 .. count : next[i].number < node[n].begun[next[i].database] THEN {"noted"} ELSE {}
        /\ node' = [node EXCEPT ![n] = [@ EXCEPT !.left = SubSeq(@, count + 1, Len(@)), !.top = idAt(count), !.since = -2,
                                                 !.used = [d \in Databases |-> Max({@[d]} \cup usedOf(d))]]]
        /\ UNCHANGED <<given, db, noted, late, lost, excused, faults>>

(* A caller gets one, whatever a database does.  SegmentBuffer *)
HandsOut(n) == node[n].since > -2 /\ (node[n].call = NoCall \/ Obeys("NoCallWaitsForADatabase")) /\ GivesOut(n, 1)

\* ---- Guarantees ----

(* Guarantee 1: a segment id is handed out at most once. *)
Guarantee1_NoIdTwice == "twice" \notin wrong

(* Guarantee 1: it lies in a range that was granted, below where the row of the server stands that granted it. *)
Guarantee1_OnlyWhatIsGranted ==
    "rewind" \notin Faults => \A n \in Nodes : \A i \in DOMAIN node[n].left :
        LET next == node[n].left[i] IN next.server = db[next.database].server => next.number < db[next.database].row

(* A row that was set back is not served below what the notes of earlier runs name. *)
Guarantee1_NothingThatIsNoted == "noted" \notin wrong

(* Guarantee 3: ids of one generator grow. *)
Guarantee3_IdsGrow == "falls" \notin wrong

(* Guarantee 5: no call waits for a database while ids are reserved. *)
Guarantee5_WhatIsReservedIsHandedOut ==
    \A n \in Nodes : node[n].isOn /\ node[n].since > -2 /\ node[n].left # <<>> => ENABLED HandsOut(n)

(* Guarantee 7: with order: global a call that begins after another one returned, on any node, gets a larger id. *)
Guarantee7_IdsGrowOnAllNodes == "global" \notin wrong
=============================================================================
