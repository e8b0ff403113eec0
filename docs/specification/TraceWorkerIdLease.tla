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
    wants  \* the event by which a run asks for the worker id, and of 0 that by which a hand begins to delete the record; or 0

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

(* A start whose request another one has been faster than is refused and looks again: four steps in one. *)
IsOvertaken(s) ==
    /\ run[s].phase = "starts" /\ run[s].call = NoCall /\ run[s].read.token # record.token
    /\ run' = [run EXCEPT ![s].read = record, ![s].floor = FloorFor(run[s].place, record)]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A directory is free for another start once the process before has ended, also by a stop whose mark could not be written. *)
IsFreed(p) == \E s \in Runs : IsAlive(s) /\ run[s].place = p /\ run[s].phase # "lost" /\ IsKilled(s) /\ MayArrive(run[s].call)

(* A run takes the worker id that it wants, also in place of a lost one: each step before what it asks for arrives. *)
TakesWhatItWants(s) ==
    LET a == EventAt(wants[s])
    IN  /\ wants[s] # 0
        /\ \/ run[s].phase = "new" /\ (Starts(s, a.place) \/ IsFreed(a.place))
           \/ run[s].phase = "new" /\ \E lost \in Runs : run[lost].place = a.place /\ Replaces(s, lost)
           \/ AsksAgain(s) \/ IsOvertaken(s)
           \/ IsGranted(s, IF a.time < 0 THEN run[s].floor ELSE a.time, a.ceiling)

(* What is not told of real processes: a mark comes before the time that needs it, and a record at any time. *)
IsTold == TLCGet(0)[trace].told = 1
IsUntold(e, r) ==
    \/ e.kind = "use" /\ e.time >= UsableEnd(r) /\ Marks(r, e.time + 1)
    \/ e.kind = "lost" /\ e.time >= UsableEnd(r) /\ Marks(r, e.time + 1)
    \/ e.kind = "stop" /\ Marks(r, e.time)
    \/ e.kind = "hear" /\ RegistryAnswers(r)
    \/ (e.kind \in {"hold", "lost"} \/ wants[0] # 0) /\ \E s \in Runs : wants[s] # 0 /\ RegistryAnswers(s)
    \/ \E m \in late : m.kind = "release" /\ LateMessageArrives(m) /\ record' # record

(* What comes of a run later, as far as that is told. *)
Later(r, kind) == {j \in at + 1 .. Len(TLCGet(0)[trace].events) : EventAt(j).run = r /\ EventAt(j).kind = kind}

(* Steps that are not written down. *)
Between ==
    LET e == EventAt(at)
        r == e.run
    IN  \/ IF IsTold THEN r \in Runs /\ e.kind \in {"record", "fail", "end"} /\ TakesWhatItWants(r)
                     ELSE (e.kind \in {"hold", "lost", "fail"} \/ wants[0] # 0) /\ \E s \in Runs : TakesWhatItWants(s)
        \/ ~IsTold /\ r \in Runs /\ IsUntold(e, r)
        \/ e.kind = "fail" /\ run[r].phase = "new" /\ MayResume(e.place) /\ IsFreed(e.place)
        \/ e.kind = "lost" /\ (RegistryRefuses(r) \/ (RegistryAnswers(r) /\ run'[r].call.answer = "refused"))
        \* a report that is under way when the run stops, and asks only then, might as well have asked before
        \/ e.kind \in {"mark", "stop"} /\ e.time <= run[r].mark /\ run[r].call = NoCall /\ \E j \in Later(r, "ask") : Extends(r, EventAt(j).ceiling)

(* A mark that was under way when the lost run was replaced, or a later end of one that has stopped and whose release may not have arrived: the
   next run begins no earlier for it.  LeaseReturn.raiseAndUnlock *)
RaisesMark(r, e) ==
    /\ (run[r].phase = "ended" /\ e.ceiling = e.time) \/ run[r].past # {}
    /\ disk[e.place].token \in {e.old, e.old + Cardinality(Runs)} /\ e.time >= disk[e.place].mark
    /\ disk' = [disk EXCEPT ![e.place].mark = e.time, ![e.place].ceiling = e.ceiling]
    /\ UNCHANGED <<given, record, former, namespace, run, late, used, excused>>

IsStopped(r, end) == \E isTold \in BOOLEAN :
    /\ Stops(r, end, isTold)
    /\ \A kept \in LateWith(run[r].call) : kept \subseteq late'
    /\ isTold => \E m \in late' : m.kind = "release" /\ m.wanted.token = run[r].token

(* What a start finds on the disk: the mark that was written, or that of a real process, which is not told when it writes one. *)
IsFound(e) ==
    LET own == disk[e.place]
    IN  /\ UNCHANGED <<given, record, former, namespace, run, late, used, excused>>
        /\ IF IsTold \/ \E s \in Runs : run[s].phase = "lost" /\ run[s].place = e.place THEN UNCHANGED disk
           ELSE /\ e.old = e.place /\ own.token = e.run => e.time >= own.mark
                /\ disk' = [disk EXCEPT ![e.place] = [token |-> e.run, mark |-> e.time, ceiling |-> e.ceiling, place |-> e.old]]

(* A kill in the midst of a write may leave the mark that was not confirmed: what follows cannot be told. *)
IsUnclear(e) ==
    /\ e.kind = "found" /\ IsTold
    /\ disk[e.place].token \notin {e.run, e.run + Cardinality(Runs)} \/ disk[e.place].mark # e.time

Happens ==
    LET e == EventAt(at)
        r == e.run
        isDone   == UNCHANGED vars
        isOver   == run[r].phase = "ended" /\ isDone \* an answer to a report that was under way when the run stopped
        recorded == [token |-> IF e.old = 1 THEN r + Cardinality(Runs) ELSE r, ceiling |-> e.ceiling] \* 1: the second token of a run that has resumed
    IN  CASE e.kind = "record"  -> \/ record = recorded /\ isDone
                                   \/ record' = recorded /\ \E s \in Runs : RegistryAnswers(s)
                                   \/ record' = recorded /\ \E m \in late : LateMessageArrives(m)
          [] e.kind = "set"     -> IF r = 0 THEN IsGone ELSE record' = recorded /\ UNCHANGED <<given, former, namespace, disk, run, late, used, excused>>
          [] e.kind = "hold"    -> /\ Hears(r) /\ MayArrive(run[r].call)
                                   /\ run'[r].phase = "issues" /\ run'[r].floor = e.time /\ run'[r].ceiling = e.ceiling
          [] e.kind = "fail"    -> IF run[r].call = NoCall THEN isDone \/ Resumes(r, e.place) ELSE GivesUp(r) /\ MayArrive(run[r].call)
          [] e.kind = "ask"     -> Extends(r, e.ceiling) \/ isOver
          [] e.kind = "hear"    -> \/ /\ Hears(r) /\ MayArrive(run[r].call)
                                      /\ run'[r].phase = "issues" /\ run'[r].ceiling = e.ceiling
                                   \/ isOver
          [] e.kind = "lost"    -> IF Later(r, "stop") # {} THEN isDone
                                   ELSE (Hears(r) /\ MayArrive(run[r].call) /\ run'[r].phase = "lost") \/ isOver
          [] e.kind = "silent"  -> (GivesUp(r) /\ MayArrive(run[r].call)) \/ isOver
          [] e.kind = "mark"    -> Marks(r, e.time) \/ MarkIsLate(r, e.time) \/ IsStopped(r, e.time) \/ RaisesMark(r, e)
          [] e.kind = "stop"    -> IsStopped(r, e.time)
          [] e.kind = "found"   -> IsFound(e)
          [] e.kind = "want"    -> isDone
          [] e.kind = "deleted" -> wants[0] = 0 /\ isDone
          [] e.kind = "use"     -> isDone /\ (e.time \in Window(r) \/ (run[r].phase = "ended" /\ \E s \in Runs : e.time \in run[s].past))
          [] e.kind = "end"     -> IF IsAlive(r) THEN IsKilled(r) /\ MayArrive(run[r].call) ELSE isDone
          [] e.kind = "copy"    -> IF disk[e.old] = disk[e.place] THEN isDone ELSE DirectoryIsCopied(e.old, e.place)

TraceInit == Init /\ trace \in DOMAIN TLCGet(0) /\ at = 1 /\ wants = [r \in {0} \cup Runs |-> 0] /\ Alone = (TLCGet(0)[trace].alone = 1)

TraceNext ==
    /\ at <= Len(TLCGet(0)[trace].events)
    /\ trace' = trace
    /\ IF \E r \in Runs : run[r].writing >= 0
       THEN (\E r \in Runs : MarkCounts(r)) /\ at' = at /\ wants' = wants
       ELSE \/ Between /\ at' = at /\ wants' = wants
            \/ wants[0] # 0 /\ IsGone /\ at' = at /\ wants' = [wants EXCEPT ![0] = 0]
            \/ /\ Happens /\ at' = IF IsUnclear(EventAt(at)) THEN Len(TLCGet(0)[trace].events) + 1 ELSE at + 1
               /\ wants' = IF EventAt(at).kind = "want" THEN [wants EXCEPT ![EventAt(at).run] = at] ELSE wants

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trace, at, wants>>

ASSUME TLCSet(0, Traces) /\ \A i \in DOMAIN Traces : TLCSet(i, 0)

(* What the next steps depend on. *)
View == <<trace, at, wants, record, former, disk, run, late>>

(* Tells how far each trace is followed. *)
IsFollowed == IF at > TLCGet(trace) THEN TLCSet(trace, at) /\ PrintT(<<"followed", trace, at>>) ELSE TRUE
=============================================================================
