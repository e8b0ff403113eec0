--------------------------- MODULE SegmentsFaults ---------------------------
(***************************************************************************)
(* What may happen to the nodes and the rows of Segments, and what has to  *)
(* come about once faults stop.                                            *)
(***************************************************************************)
EXTENDS Segments

\* ---- Nodes and their clients ----

(* A process is killed: what it held is burnt, and what it had not noted is forgotten. *)
IsKilled(n) ==
    /\ node[n].isAlive
    /\ node' = [node EXCEPT ![n] = Stopped]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

(* A client returns the end of what it was sold last, or all of it, none of which it has used.  SegmentRanges.giveBack, CallerGroups.takeBack *)
TakesBack(n, d, first) ==
    /\ "return" \in Faults /\ node[n].isOn /\ node[n].call = NoCall
    /\ node[n].soldFrom[d] <= first /\ first < node[n].soldEnd[d]
    /\ node[n].soldEnd[d] = node[n].end[d]
    /\ late' = late \cup {[database |-> d, first |-> first, end |-> node[n].soldEnd[d], servers |-> {node[n].server[d]}, version |-> -1]}
    /\ handed' = handed \ IdsOf(d, first .. node[n].soldEnd[d] - 1)
    /\ node' = IF first = node[n].soldFrom[d]
               THEN [node EXCEPT ![n] = [@ EXCEPT !.end[d] = node[n].kept[d], !.soldEnd[d] = node[n].used[d]]]
               ELSE [node EXCEPT ![n] = [@ EXCEPT !.end[d] = first, !.soldEnd[d] = first]]
    /\ UNCHANGED <<given, db, noted, lost, excused, faults, wrong>>

(* Only without the rule: the row is read by one statement, and written by the next. *)
ReadsFirst(n) ==
    /\ ~Obeys("ARangeIsTakenByOneChange")
    /\ node[n].call.database # 0 /\ node[n].call.first < 0 /\ node[n].read < 0
    /\ node' = [node EXCEPT ![n].read = Floor(n, node[n].call.database)]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

\* ---- Faults, so many of a kind ----

IsPossible(fault) == fault \in Faults /\ faults < MaxFaults /\ faults' = faults + 1

(* A tag gets its first limit: another buffer stands for the one before, and what that had reserved is burnt.  LimitedBuffer, SegmentReserve.replaced *)
IsLimited(n) ==
    /\ IsPossible("limit") /\ node[n].isOn
    /\ node' = [node EXCEPT ![n] = [@ EXCEPT !.left = <<>>, !.call = NoCall, !.read = -1, !.used = UsedBy(n), !.soldFrom = node[n].soldEnd,
                                             !.former = IF node[n].call.first >= 0 THEN node[n].call ELSE @]]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, wrong>>

(* The row of the tag is missing: what is reserved is claimed and burnt, and what was asked for is not.  TagRegistry.retireMissing *)
IsRetired(n) ==
    /\ IsPossible("retire") /\ node[n].isOn
    /\ node' = [node EXCEPT ![n].left = <<>>]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, wrong>>

(* What the former buffer had asked for comes, and is burnt.  SegmentReserve.append *)
FormerRangeComes(n) ==
    LET c == node[n].former
    IN  /\ c # NoCall
        /\ node' = [node EXCEPT ![n] = [@ EXCEPT !.former = NoCall,
                        !.left = IF Obeys("WhatComesAfterALimitIsBurnt") THEN @
                                 ELSE @ \o RangeOf(c.database, c.server, c.first, c.first + c.amount)]]
        /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

(* A hand, or a restore, sets a row back: what it had passed comes again once a node allocates that was not granted more. *)
RowIsSetBack(d, k) ==
    /\ IsPossible("rewind") /\ k < db[d].row
    /\ db' = [db EXCEPT ![d] = [@ EXCEPT !.row = k, !.before = k, !.version = @ + 1, !.rewound = @ \cup k .. db[d].row - 1]]
    /\ UNCHANGED <<given, node, noted, late, handed, lost, excused, wrong>>

LosesFrom(d, k) ==
    /\ lost' = [lost EXCEPT ![d] = @ \cup k .. db[d].row - 1]
    /\ excused' = IF Margin = 0 THEN excused \cup IdsOf(d, k .. db[d].row - 1) ELSE excused
    /\ UNCHANGED <<given, node, noted, late, handed, wrong>>

(* Another server takes over, on which the row stands where it stood before. *)
FailsOverTo(d, k) ==
    /\ IsPossible("failOver") /\ LosesFrom(d, k)
    /\ db' = [db EXCEPT ![d] = [@ EXCEPT !.row = k, !.before = k, !.server = @ + 1, !.version = IF k = db[d].row THEN @ ELSE @ + 1]]

FailsOver(d) == FailsOverTo(d, db[d].before)

(* A server that confirms commits before they are on its disk crashes, and has lost the last one.  Its start is part of its name. *)
Crashes(d) ==
    /\ IsPossible("crash") /\ LosesFrom(d, db[d].before)
    /\ db' = [db EXCEPT ![d] = [@ EXCEPT !.row = db[d].before, !.version = @ + 1,
                    !.server = IF Obeys("ARestartThatMayLoseCommitsIsAChange") THEN @ + 1 ELSE @]]

(* Another tag of the process is granted a range, so that the process knows which server answers.  ServerWatch.recordServer *)
Meets(n, d) ==
    /\ Margin > 0 /\ node[n].isOn /\ node[n].server[d] = 0
    /\ node' = [node EXCEPT ![n].server[d] = db[d].server]
    /\ UNCHANGED <<given, db, noted, late, handed, lost, excused, faults, wrong>>

Next ==
    \/ \E n \in Nodes :
        \/ Starts(n) \/ IsKilled(n) \/ Notes(n) \/ Grants(n) \/ ReadsFirst(n) \/ Hears(n) \/ GivesUp(n)
        \/ CallBegins(n) \/ HandsOut(n) \/ IsLimited(n) \/ IsRetired(n) \/ FormerRangeComes(n)
        \/ \E d \in Databases :
            \/ Stops(n, d) \/ Meets(n, d)
            \/ \E k \in 0 .. MaxNumber : TakesBack(n, d, k)
            \/ \E a \in Amounts, s \in Sold : Allocates(n, d, a, s)
    \/ \E d \in Databases :
        \/ FailsOver(d) \/ Crashes(d)
        \/ \E k \in 0 .. MaxNumber : RowIsSetBack(d, k)
    \/ \E m \in late : IsLookedAt(m) \/ GiveBackArrives(m)

IsWithinBounds == \A d \in Databases : db[d].version <= MaxChanges

Spec == Init /\ [][Next]_vars

\* ---- Guarantee 6 ----

(* Guarantee 6: once faults stop, every caller gets an id, while there are numbers left. *)
IsUsedUp == \A d \in Databases : db[d].row + 1 > MaxNumber
Guarantee6_EveryCallerGetsAnId == \A n \in Nodes : node[n].since > -2 ~> (node[n].since = -2 \/ IsUsedUp)

FaultsStop == <>[][\A n \in Nodes : ~GivesUp(n) /\ ~(\E d \in Databases : Stops(n, d)) /\ ~IsKilled(n)]_vars

FairSpec == Spec /\ FaultsStop /\ \A n \in Nodes :
    /\ WF_vars(\E d \in Databases, a \in Amounts : Allocates(n, d, a, 0) /\ node[n].left = <<>>)
    /\ WF_vars(Grants(n)) /\ WF_vars(Hears(n)) /\ WF_vars(HandsOut(n))
=============================================================================
