--------------------------- MODULE TraceSegments ---------------------------
(***************************************************************************)
(* Whether what running nodes have written down of one tag is a behaviour  *)
(* of Segments.  Each event names one action with its parameters; what is  *)
(* not written down, such as when a caller has claimed an id, TLC finds.   *)
(* A number stands for as many as nothing distinguishes.  A trace is       *)
(* accepted if some behaviour leads past its last event.                   *)
(***************************************************************************)
EXTENDS SegmentsFaults, TLC

CONSTANT Traces \* the events of each trace, and what its numbers stand for; made by a test

VARIABLES
    trace, at,
    aside  \* of each node: ids that callers and clients have got and that are not written down yet, each with the event that had asked for
           \* it; the last event that asks; whether it gets a limit just now; and the event by which it stops, or 0

NoAside == [claimed |-> {}, asked |-> 0, isLimited |-> FALSE, stopping |-> 0]

EventAt(i) == TLCGet(0)[trace].events[i]

\* In place of HandedWith: the highest id is all that a step depends on, and the set would grow long.
HighestWith(ids) == IF handed \cup ids = {} THEN {} ELSE {Max(handed \cup ids)}

\* A distance in numbers of rows.
IsApart(from, to, least) == LET points == TLCGet(0)[trace].points IN points[to + 1] - points[from + 1] >= least

(* A grant may leave out more than it has to: another process may know of more, and each of its tags leaves out a margin. *)
IsHighEnough(n, d, first) ==
    LET isChanged == Margin > 0 /\ node[n].server[d] \notin {0, db[d].server}
        above == Max({db[d].row, Granted(n, d)})
    IN  IF isChanged THEN IsApart(above, first, Margin) ELSE first >= Floor(n, d)

(* A row is moved up by what nobody hears of: an allocation that is not waited for any more, or a node that is killed before it hears. *)
MovesUp(d, end) ==
    /\ end > db[d].row
    /\ db' = [db EXCEPT ![d] = [@ EXCEPT !.row = end, !.before = db[d].row, !.version = @ + 1, !.rewound = {}]]
    /\ excused' = excused \cup IdsOf(d, db[d].rewound)
    /\ UNCHANGED <<given, noted, late, handed, lost, faults, wrong>>

Claims(n, count) ==
    LET left == node[n].left
    IN  /\ GivesOut(n, count)
        /\ aside' = [aside EXCEPT ![n].claimed = @ \cup {<<IdOf(left[i].database, left[i].number), aside[n].asked>> : i \in 1 .. count}]

\* How many of the first ids of a node lead up to a number.
CountTo(n, d, number) ==
    LET left == node[n].left
        found == {i \in DOMAIN left : left[i].database = d /\ left[i].number = number}
    IN  IF found = {} THEN 0 ELSE CHOOSE i \in found : TRUE

IsClaimed(n, d, number, begun) == \E c \in aside[n].claimed : c[1] = IdOf(d, number) /\ c[2] > begun

(* Steps that are not written down. *)
Between ==
    LET e == EventAt(at)
        n == e.node
        d == e.database
    IN  \/ /\ e.kind = "use" /\ ~IsClaimed(n, d, e.end - 1, e.begun)
           /\ CountTo(n, d, e.end - 1) > 0 /\ Claims(n, CountTo(n, d, e.end - 1))
        \/ /\ e.kind = "note" /\ UsedBy(n)[d] < e.first
           /\ CountTo(n, d, e.first - 1) > 0 /\ Claims(n, CountTo(n, d, e.first - 1))
        \/ /\ e.kind = "ask" /\ node[n].call # NoCall /\ GivesUp(n) /\ UNCHANGED aside
        \/ /\ e.kind \in {"grant", "pass"} /\ n # 0 /\ node[n].call.first >= 0 /\ GivesUp(n) /\ UNCHANGED aside
        \/ /\ e.kind \in {"grant", "pass"} /\ n # 0 /\ (e.kind = "grant" \/ Margin > 0) /\ node[n].isOn
           /\ IF IsGlobal /\ node[n].left # <<>> THEN Claims(n, Len(node[n].left))
              ELSE /\ UNCHANGED aside
                   /\ IF node[n].since = -2 /\ IsGlobal THEN CallBegins(n)
                      ELSE LET sold == IF e.kind = "pass" THEN 0 ELSE e.sold - e.first
                           IN  sold >= 0 /\ Allocates(n, d, e.end - e.first, sold)
        \/ /\ n # 0 /\ aside[n].isLimited /\ node[n].left # <<>> /\ IsLimited(n) /\ UNCHANGED aside
        \/ /\ n # 0 /\ node[n].isOn /\ aside[n].stopping > 0
           /\ LET stop == EventAt(aside[n].stopping)
                  rest == IF stop.sold < 0 THEN 0 ELSE CountTo(n, stop.begun, stop.sold)
              IN  IF rest > 0 THEN Claims(n, rest) ELSE Stops(n, stop.database) /\ UNCHANGED aside

Happens ==
    LET e == EventAt(at)
        n == e.node
        d == e.database
        isDone == UNCHANGED vars
    IN  CASE e.kind = "disk"    -> noted' = [noted EXCEPT ![n][d] = e.first] /\ UNCHANGED aside
                                   /\ UNCHANGED <<given, db, node, late, handed, lost, excused, faults, wrong>>
          [] e.kind = "start"   -> Starts(n) /\ UNCHANGED aside
          [] e.kind = "stop"    -> isDone /\ aside' = [aside EXCEPT ![n].stopping = at]
          [] e.kind = "stopped" -> isDone /\ ~node[n].isOn /\ aside' = [aside EXCEPT ![n].stopping = 0]
          [] e.kind = "end"     -> IsKilled(n) /\ aside' = [aside EXCEPT ![n] = NoAside]
          [] e.kind = "note"    -> /\ e.first <= UsedBy(n)[d] /\ UNCHANGED aside
                                   /\ noted' = [noted EXCEPT ![n][d] = Max({@, e.first})]
                                   /\ UNCHANGED <<given, db, node, late, handed, lost, excused, faults, wrong>>
          [] e.kind = "ask"     -> /\ isDone /\ node[n].call = NoCall /\ e.first \in {-1, node[n].end[1]}
                                   /\ aside' = [aside EXCEPT ![n].asked = at]
          [] e.kind = "grant"   -> IsHighEnough(n, d, e.first) /\ GrantsFrom(n, e.first) /\ node'[n].call.first = e.first /\ UNCHANGED aside
          [] e.kind = "meet"    -> (IF node[n].isOn /\ node[n].server[d] = 0 THEN Meets(n, d) ELSE isDone) /\ UNCHANGED aside
          \* what the node was granted when it asked: since then it may stop, and give the end of that back
          [] e.kind = "refuse"  -> isDone /\ db[d].row < EventAt(aside[n].asked).first /\ UNCHANGED aside
          [] e.kind = "pass"    -> /\ UNCHANGED aside
                                   /\ \/ MovesUp(d, e.end) /\ node' = node
                                      \/ n # 0 /\ Margin > 0 /\ IsHighEnough(n, d, e.first) /\ GrantsFrom(n, e.first)
          [] e.kind = "learn"   -> UNCHANGED aside /\ MovesUp(d, e.end) /\ node' \in {node, [node EXCEPT ![n].server[d] = db[d].server]}
          [] e.kind = "reply"   -> \/ /\ e.begun # 0 /\ Hears(n)
                                      /\ LET c == node[n].call
                                         IN  aside' = [aside EXCEPT ![n].claimed = @ \cup
                                                {<<i, aside[n].asked>> : i \in IdsOf(c.database, c.first .. c.first + c.sold - 1)}]
                                   \/ e.begun # 1 /\ GivesUp(n) /\ UNCHANGED aside
                                   \/ e.begun # 1 /\ isDone /\ node[n].call = NoCall /\ UNCHANGED aside
          [] e.kind = "fail"    -> IF node[n].call = NoCall THEN isDone /\ UNCHANGED aside ELSE GivesUp(n) /\ UNCHANGED aside
          [] e.kind \in {"use", "sold"} ->
                                   /\ isDone /\ \A k \in e.first .. e.end - 1 : IsClaimed(n, d, k, e.begun)
                                   /\ aside' = [aside EXCEPT ![n].claimed = {c \in @ : c[1] \notin IdsOf(d, e.first .. e.end - 1)}]
          [] e.kind = "back"    -> isDone /\ ~node[n].isOn /\ UNCHANGED aside
          [] e.kind = "return"  -> TakesBack(n, d, e.first) /\ UNCHANGED aside
          \* only the look counts which a change rests on
          [] e.kind = "look"    -> /\ UNCHANGED aside
                                   /\ \/ isDone
                                      \/ \E m \in late : m.database = d /\ m.first = e.first /\ m.end = e.end
                                           /\ IsLookedAt(m) /\ late' # late \ {m}
          [] e.kind = "arrive"  -> /\ UNCHANGED aside
                                   /\ \E m \in late : m.database = d /\ m.first = e.first /\ m.end = e.end
                                        /\ IsTaken(m) /\ GiveBackArrives(m)
          [] e.kind = "row"     -> /\ UNCHANGED aside
                                   /\ CASE e.first < db[d].row -> RowIsSetBack(d, e.first)
                                        [] e.first = db[d].row -> isDone
                                        [] OTHER               -> MovesUp(d, e.first) /\ node' = node
          [] e.kind = "server"  -> UNCHANGED aside /\ FailsOverTo(d, e.first)
          [] e.kind = "limit"   -> isDone /\ aside' = [aside EXCEPT ![n].isLimited = TRUE]
          [] e.kind = "limited" -> isDone /\ aside' = [aside EXCEPT ![n].isLimited = FALSE]
          \* a tag that was not found may be found before anything is burnt
          [] e.kind = "retire"  -> ((node[n].isOn /\ node[n].left # <<>> /\ IsRetired(n)) \/ isDone) /\ UNCHANGED aside

TraceInit ==
    /\ Init /\ trace \in DOMAIN TLCGet(0) /\ at = 1
    /\ Margin = TLCGet(0)[trace].margin /\ IsGlobal = (TLCGet(0)[trace].global = 1)
    /\ aside = [n \in Nodes |-> NoAside]

TraceNext ==
    /\ at <= Len(TLCGet(0)[trace].events)
    /\ trace' = trace
    /\ (Between /\ at' = at) \/ (Happens /\ at' = at + 1)

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trace, at, aside>>

ASSUME TLCSet(0, Traces) /\ \A i \in DOMAIN Traces : TLCSet(i, 0)

(* What the next steps depend on. *)
View == <<trace, at, db, node, noted, late, aside>>

(* Tells how far each trace is followed. *)
IsFollowed == IF at > TLCGet(trace) THEN TLCSet(trace, at) /\ PrintT(<<"followed", trace, at>>) ELSE TRUE
=============================================================================
