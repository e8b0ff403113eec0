------------------------ MODULE WorkerIdLeaseFaults ------------------------
(***************************************************************************)
(* What may happen to the runs of WorkerIdLease, what they do then, and    *)
(* what has to come about once faults stop.                                *)
(***************************************************************************)
EXTENDS WorkerIdLease

\* ---- Processes and lines ----

(* A process is killed.  Whatever it had asked for may still arrive. *)
IsKilled(r) ==
    /\ IsAlive(r)
    /\ run' = [run EXCEPT ![r] = Ended]
    /\ used' = used \cup Window(r)
    /\ excused' = excused \cup ExcusedAtTheEndOf(r)
    /\ late' \in LateWith(run[r].call)
    /\ UNCHANGED <<given, record, former, namespace, disk>>

(* A message arrives late, or once more, and its answer is not heard. *)
LateMessageArrives(m) ==
    /\ m \in late
    /\ Applies(m)
    /\ UNCHANGED <<given, namespace, disk, run, late, used, excused>>

\* ---- Without the registry, and after a loss ----

(* A start that cannot read the record, nor ask for it.  LeaseAcquirer.resume *)
Resumes(r, p) ==
    /\ run[r].phase = "new" /\ IsFree(p) /\ MayResume(p)
    /\ run' = [run EXCEPT ![r] = Resumed(r, p)]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A process whose lease is lost asks for another one, under a new token, from the end of what it may have used; its own mark says no more
   than that.  LeaseRenewal.replace *)
Replaces(r, lost) ==
    LET place == run[lost].place
        known == IF disk[place].token = run[lost].token THEN record.ceiling ELSE FloorFor(place, record)
    IN
    /\ run[r].phase = "new" /\ run[lost].phase = "lost" /\ run[lost].call = NoCall
    /\ run' = [run EXCEPT ![lost] = Ended,
                          ![r] = [@ EXCEPT !.phase = "starts", !.place = place, !.read = record, !.past = run[lost].past,
                                           !.token = IF Obeys("EachRunHasAToken") THEN r ELSE place,
                                           !.floor = Max({known} \cup {t + 1 : t \in run[lost].past})]]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A mark that was under way when the loss became known reaches the disk, and covers nothing.  LeaseState.marked *)
MarkIsLate(r, mark) ==
    LET own == disk[run[r].place]
    IN  /\ run[r].phase = "lost" /\ own.token = run[r].token
        /\ mark > own.mark /\ mark <= run[r].ceiling
        /\ disk' = [disk EXCEPT ![run[r].place] = [own EXCEPT !.mark = mark, !.ceiling = run[r].ceiling]]
        /\ UNCHANGED <<given, record, former, namespace, run, late, used, excused>>

\* ---- Directories and records ----

(* A directory is copied to another place where nothing runs. *)
DirectoryIsCopied(from, to) ==
    /\ from # to /\ disk[to] # disk[from] /\ \A s \in Runs : IsAlive(s) => run[s].place # to
    /\ disk' = [disk EXCEPT ![to] = disk[from]]
    /\ UNCHANGED <<given, record, former, namespace, run, late, used, excused>>

(* A start that finds no record of the namespace begins it.  NamespaceRecord.begin *)
BeginsNamespace(r) ==
    /\ run[r].phase = "starts" /\ ~namespace.isThere /\ Obeys("AStartBeginsTheRecordOfTheNamespace")
    /\ namespace' = Begun(Running)
    /\ UNCHANGED <<given, record, former, disk, run, late, used, excused>>

(* Only without the rule: a start watches the record that is missing. *)
Watches(r) ==
    /\ run[r].phase = "starts" /\ ~namespace.isThere /\ ~Obeys("AStartBeginsTheRecordOfTheNamespace") /\ run[r].watched = {0}
    /\ run' = [run EXCEPT ![r].watched = Running]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* Whether the record is a run's own, as far as that run knows. *)
Owns(r) == Issues(r) /\ record.token \in MayStand(r) \cup {run[r].call.wanted.token}

(* What was confirmed to anybody, whether that is heard or not. *)
Confirmed == 0 .. Max({record.ceiling} \cup {disk[p].mark : p \in Places}
                      \cup UNION {{run[r].ceiling, run[r].call.wanted.ceiling} : r \in Runs}) - 1

(* A request for a worker id without a record, made before a record of it was deleted, is refused: it names the record of the namespace and
   how many worker ids have one.  JdbcHolder; ZooKeeperHolder, as long as all is deleted, or no other start has had the worker id since *)
AfterDeletion(m) == IF m.kind = "take" /\ Obeys("AFirstTakeHoldsForWhatWasRead") THEN [m EXCEPT !.expected.ceiling = -1] ELSE m

(* A hand deletes the record, and that of the namespace.  The time that it reserved for a run that has ended is gone with it.  guarantees.md excludes a run that is
   cut off or paused and does not know yet that another has its worker id. *)
RecordIsDeleted ==
    /\ "delete" \in Faults /\ record # NoRecord
    /\ \A r \in Runs : Issues(r) \/ run[r].call.answer = "done" => record.token \in MayStand(r) \cup {run[r].call.wanted.token}
    /\ record' = NoRecord
    /\ namespace' = [isThere |-> FALSE, unreported |-> {}]
    /\ run' = [r \in Runs |-> [run[r] EXCEPT !.call = AfterDeletion(@)]]
    /\ late' = {AfterDeletion(m) : m \in late}
    /\ excused' = excused \cup IF \E r \in Runs : Owns(r) THEN used ELSE Confirmed
    /\ UNCHANGED <<given, former, disk, used>>

(* A hand, or a fail-over that loses the last change, sets the record back: up to the highest ceiling nothing is promised. *)
RecordIsSetBack ==
    /\ "setBack" \in Faults /\ record # former
    /\ record' = former
    /\ excused' = excused \cup Confirmed
    /\ UNCHANGED <<given, former, namespace, disk, run, late, used>>

Next ==
    \/ \E r \in Runs :
        \/ IsNext(r) /\ \E p \in Places : Starts(r, p) \/ Resumes(r, p)
        \/ IsNext(r) /\ \E lost \in Runs : Replaces(r, lost)
        \/ \E floor \in Times, t \in 1 .. MaxTime : Takes(r, floor, t)
        \/ \E t \in 1 .. MaxTime : Extends(r, t) \/ Marks(r, t) \/ MarkIsLate(r, t)
        \/ \E t \in 0 .. MaxTime, isTold \in BOOLEAN : Stops(r, t, isTold)
        \/ BeginsNamespace(r) \/ Watches(r) \/ LooksAgain(r) \/ AsksAgain(r) \/ IsKilled(r) \/ MarkCounts(r)
        \/ RegistryAnswers(r) \/ Hears(r) \/ GivesUp(r)
    \/ \E m \in late : LateMessageArrives(m)
    \/ \E from \in Sources, to \in Places : DirectoryIsCopied(from, to)
    \/ RecordIsDeleted \/ RecordIsSetBack

Spec == Init /\ [][Next]_vars

\* ---- Guarantee 6 ----

(* Guarantee 6: once faults stop, each run comes to issue ids, until all the time there is has been shared out, by the record or by a mark
   that a run has resumed from, or no run is left that could replace a lost one. *)
IsOver(r) == \/ MaxTime \in {record.ceiling, run[r].ceiling}
             \/ run[r].phase = "lost" /\ \A s \in Runs : run[s].phase # "new"
Guarantee6_IdsFlowAgain == \A r \in Runs : IsAlive(r) ~> (run[r].phase = "ended" \/ IsOver(r))
Guarantee6_ReservedTimeIsUsed ==
    \A r \in Runs : (Issues(r) /\ run[r].ceiling = MaxTime) ~> (~Issues(r) \/ UsableEnd(r) = MaxTime)

(* on-registry-loss: continue: the mark alone carries on, whatever the registry does. *)
Guarantee6_AFixedWorkerIdGoesOnAlone == \A r \in Runs : Issues(r) ~> (~Issues(r) \/ UsableEnd(r) = MaxTime)

(* What the runs and the disks do without fail, and what the registry does unless it is away. *)
KeeperIsFair == \A r \in Runs :
    /\ WF_vars(LooksAgain(r)) /\ WF_vars(\E s \in Runs : IsNext(s) /\ Replaces(s, r)) /\ WF_vars(\E t \in 1 .. MaxTime : Takes(r, run[r].floor, t)) /\ WF_vars(Extends(r, MaxTime))
    /\ WF_vars(Marks(r, IF Alone THEN MaxTime ELSE run[r].ceiling)) /\ WF_vars(MarkCounts(r))
RegistryIsFair == \A r \in Runs : WF_vars(RegistryAnswers(r)) /\ WF_vars(Hears(r))

(* Lines fail for as long as they like, but not for ever. *)
FaultsStop == <>[][\A r \in Runs : ~GivesUp(r)]_vars

FairSpec  == Spec /\ KeeperIsFair /\ RegistryIsFair /\ FaultsStop
AloneSpec == Spec /\ KeeperIsFair
=============================================================================
