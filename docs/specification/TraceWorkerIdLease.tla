------------------------- MODULE TraceWorkerIdLease -------------------------
(***************************************************************************)
(* Whether what a running cluster has written down is a behaviour of       *)
(* WorkerIdLease.  Each event names one action with its parameters; what   *)
(* is not written down, such as when a run has read the record, TLC finds. *)
(* A trace is accepted if some behaviour leads past its last event.        *)
(***************************************************************************)
EXTENDS WorkerIdLeaseFaults, Sequences, TLC

CONSTANT Traces \* sequences of events, made by a test

VARIABLES
    trace, at,
    wants  \* the event by which a run of a real process asks for the worker id, and of 0 that by which a hand begins to delete the record; or 0

(* TLC keeps the traces in a register, so that it reads them once. *)
EventAt(i) == TLCGet(0)[trace].events[i]

(* A message whose answer is not waited for any more may still arrive. *)
MayArrive(m) == \A kept \in LateWith(m) : kept \subseteq late'

(* A hand has deleted the record, or a fail-over has lost it. *)
IsGone ==
    /\ record' = NoRecord
    /\ run' = [r \in Runs |-> [run[r] EXCEPT !.call = AfterDeletion(@)]]
    /\ late' = {AfterDeletion(m) : m \in late}
    /\ UNCHANGED <<given, former, namespace, disk, used, excused>>

(* A worker id that is lent is not put back once its ceiling has passed, which only clocks tell.  RecyclingJdbcHolder, RecyclingZooKeeperHolder *)
RegistryRefuses(r) ==
    /\ run[r].call.kind = "extend" /\ run[r].call.answer = "none" /\ record = NoRecord
    /\ run' = [run EXCEPT ![r].call.answer = "refused"]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A run takes the worker id.  Where none is recorded no other issues, which would have put its record back, unless a fail-over has just lost it. *)
IsGranted(r, floor, ceiling) ==
    Takes(r, floor, ceiling) /\ (run[r].read # NoRecord \/ Running \subseteq {r} \/ TLCGet(0)[trace].rewinds = 1)

(* A start whose request another one has been faster than is refused and looks again: four steps in one.  Runs are numbered in the order in which
   they hear that they have the worker id, and each may hear late. *)
IsOvertaken(s) ==
    /\ run[s].phase = "starts" /\ run[s].call = NoCall /\ run[s].read.token # record.token
    /\ run' = [run EXCEPT ![s].read = record, ![s].floor = FloorFor(run[s].place, record)]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A run of a real process takes the worker id: when the registry has recorded that is not written down. *)
TakesWhatItWants(s) ==
    LET a == EventAt(wants[s])
    IN  /\ wants[s] # 0
        /\ \/ run[s].phase = "new" /\ a.old = 0 /\ Starts(s, a.place)
           \/ IsOvertaken(s)
           \/ run[s].phase = "new" /\ a.old # 0 /\ Replaces(s, a.old)
           \/ IsGranted(s, a.time, a.ceiling)

(* A run that has stopped, and whose release may not have arrived, marks a later end: the next run begins no earlier for it.  LeaseReturn.raiseAndUnlock *)
RaisesMark(p, mark, ceiling) ==
    /\ mark >= disk[p].mark /\ ceiling = mark
    /\ disk' = [disk EXCEPT ![p].mark = mark, ![p].ceiling = ceiling]
    /\ UNCHANGED <<given, record, former, namespace, run, late, used, excused>>

(* Steps that are not written down. *)
Between ==
    LET e == EventAt(at)
        r == e.run
    IN  \/ (e.kind \in {"hold", "lost"} \/ wants[0] # 0) /\ \E s \in Runs : TakesWhatItWants(s) \/ (wants[s] # 0 /\ RegistryAnswers(s))
        \/ e.kind = "hear" /\ wants[r] # 0 /\ RegistryAnswers(r)
        \/ r \in Runs /\ wants[r] # 0 /\ \E m \in late : m.kind = "release" /\ LateMessageArrives(m) /\ record' # record
        \/ ((e.kind = "take" /\ e.old = 0) \/ (e.kind = "resume" /\ e.ceiling >= 0)) /\ run[r].phase = "new" /\ Starts(r, e.place)
        \/ e.kind = "take" /\ run[r].phase = "new" /\ e.old # 0 /\ Replaces(r, e.old)
        \/ e.kind = "take" /\ (AsksAgain(r) \/ (run[r].read.token # 0 /\ IsOvertaken(r)))
        \/ e.kind \in {"take", "resume"} /\ IsGranted(r, IF e.time < 0 THEN run[r].floor ELSE e.time, e.ceiling)
        \/ e.kind = "lost" /\ RegistryRefuses(r)
        \/ e.kind = "lost" /\ RegistryAnswers(r) /\ run'[r].call.answer = "refused"

Happens ==
    LET e == EventAt(at)
        r == e.run
        again    == e.kind # "take" /\ e.old = 1 \* under the second token of a run that has resumed
        recorded == [token |-> IF again THEN r + Cardinality(Runs) ELSE r, ceiling |-> e.ceiling]
    IN  CASE e.kind = "take"    -> RegistryAnswers(r) /\ record' = recorded
          [] e.kind = "record"  -> \/ record = recorded /\ UNCHANGED vars
                                   \/ record' = recorded /\ \E s \in Runs : RegistryAnswers(s)
                                   \/ record' = recorded /\ \E m \in late : LateMessageArrives(m)
          [] e.kind = "set"     -> IF e.run = 0 THEN IsGone ELSE record' = recorded /\ UNCHANGED <<given, former, namespace, disk, run, late, used, excused>>
          [] e.kind = "hold"    -> /\ Hears(r) /\ MayArrive(run[r].call)
                                   /\ run'[r].phase = "issues" /\ run'[r].floor = e.time /\ run'[r].ceiling = e.ceiling
          [] e.kind = "fail"    -> GivesUp(r) /\ MayArrive(run[r].call) /\ run'[r].phase \in {"ended", "starts"}
          [] e.kind = "ask"     -> Extends(r, e.ceiling)
          [] e.kind = "hear"    -> /\ Hears(r) /\ MayArrive(run[r].call)
                                   /\ run'[r].phase = "issues" /\ run'[r].ceiling = e.ceiling
          [] e.kind = "lost"    -> Hears(r) /\ MayArrive(run[r].call) /\ run'[r].phase = "lost"
          [] e.kind = "silent"  -> GivesUp(r) /\ MayArrive(run[r].call)
          [] e.kind = "mark"    -> Marks(r, e.time) \/ MarkIsLate(r, e.time)
          [] e.kind = "stop"    -> \E isTold \in BOOLEAN :
                                       /\ Stops(r, e.time, isTold)
                                       /\ \A kept \in LateWith(run[r].call) : kept \subseteq late'
                                       /\ isTold => \E m \in late' : m.kind = "release" /\ m.wanted.token = run[r].token
          [] e.kind = "raise"   -> RaisesMark(e.place, e.time, e.ceiling)
          [] e.kind = "found"   -> /\ disk' = [disk EXCEPT ![e.place] = [token |-> r, mark |-> e.time, ceiling |-> e.ceiling, place |-> e.old]]
                                   /\ UNCHANGED <<given, record, former, namespace, run, late, used, excused>>
          [] e.kind = "want"    -> UNCHANGED vars
          [] e.kind = "deleted" -> wants[0] = 0 /\ UNCHANGED vars
          [] e.kind = "resume"  -> \/ Resumes(r, e.place)
                                   \/ GivesUp(r) /\ MayArrive(run[r].call) /\ run'[r].phase = "issues"
          [] e.kind = "use"     -> e.time \in Window(r) /\ UNCHANGED vars
          [] e.kind = "end"     -> IF IsAlive(r) THEN IsKilled(r) /\ MayArrive(run[r].call) ELSE UNCHANGED vars
          [] e.kind = "copy"    -> IF disk[e.old] = disk[e.place] THEN UNCHANGED vars ELSE DirectoryIsCopied(e.old, e.place)

TraceInit == Init /\ trace \in DOMAIN TLCGet(0) /\ at = 1 /\ wants = [r \in {0} \cup Runs |-> 0] /\ Alone = (TLCGet(0)[trace].alone = 1)

TraceNext ==
    /\ at <= Len(TLCGet(0)[trace].events)
    /\ trace' = trace
    /\ IF \E r \in Runs : run[r].writing >= 0
       THEN (\E r \in Runs : MarkCounts(r)) /\ at' = at /\ wants' = wants
       ELSE \/ Between /\ at' = at /\ wants' = wants
            \/ wants[0] # 0 /\ IsGone /\ at' = at /\ wants' = [wants EXCEPT ![0] = 0]
            \/ /\ Happens /\ at' = at + 1
               /\ wants' = IF EventAt(at).kind = "want" THEN [wants EXCEPT ![EventAt(at).run] = at] ELSE wants

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trace, at, wants>>

ASSUME TLCSet(0, Traces) /\ \A i \in DOMAIN Traces : TLCSet(i, 0)

(* What the next steps depend on. *)
View == <<trace, at, wants, record, former, disk, run, late>>

(* Tells how far each trace is followed. *)
IsFollowed == IF at > TLCGet(trace) THEN TLCSet(trace, at) /\ PrintT(<<"followed", trace, at>>) ELSE TRUE
=============================================================================
