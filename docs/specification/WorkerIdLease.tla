--------------------------- MODULE WorkerIdLease ---------------------------
(***************************************************************************)
(* How the time of one worker id is shared out: a registry that records a  *)
(* token and a ceiling, and runs of processes, each in a directory with a  *)
(* mark.  README.md says how to read this page.                            *)
(*                                                                         *)
(* There is no clock: a run may have used every time that its window has   *)
(* covered, so that whatever clocks do is covered.  There is no time-out:  *)
(* each step may come at any moment or never, so that pauses, partitions   *)
(* and slow networks are covered.  A run of this page is one hold of a     *)
(* process on the worker id: a process that stops and starts is two runs.  *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    MaxTime,  \* the times of ids are 0 .. MaxTime - 1
    Runs,     \* the runs, 1 .. n; a run's number is its token
    Places,   \* the directories, 1 .. n; each is on a disk of its own
    Sources,  \* the places whose directories may be copied to another place
    MaxLate,  \* how many messages may be under way that are not waited for
    Alones,   \* whether marks go beyond the ceiling: fixed worker ids with on-registry-loss: continue
    Faults,   \* the faults that may happen besides those of lines and processes
    Without   \* rules of which each behaviour breaks one; {"none"} if it breaks none

VARIABLES
    given,    \* what holds all the time: whether marks go beyond the ceiling, and the rule that this behaviour breaks
    record,   \* what the registry records: a token and a ceiling
    former,   \* the record before, to which a hand or a fail-over may set it back
    namespace,\* the record of the namespace: whether it is there, and the runs that were to report before it is old enough
    disk,     \* the mark file of each place
    run,      \* the runs
    late,     \* messages under way that are not waited for, each of which may arrive once, twice or never
    used,     \* times that runs which have ended may have used
    excused   \* times that guarantees.md excludes, since a fault has taken their record

vars == <<given, record, former, namespace, disk, run, late, used, excused>>

Obeys(rule) == given.broken # rule
Alone       == given.alone

Times    == 0 .. MaxTime - 1
NoRecord == [token |-> 0, ceiling |-> 0]
NoMark   == [token |-> 0, mark |-> 0, ceiling |-> 0, place |-> 0]
NoCall   == [kind |-> "none", expected |-> NoRecord, wanted |-> NoRecord, stands |-> 0, answer |-> "none"]
NewRun   == [phase |-> "new", place |-> 0, token |-> 0, read |-> NoRecord, floor |-> 0, ceiling |-> 0,
             mark |-> 0, writing |-> -1, isLocal |-> FALSE, past |-> {}, watched |-> {0}, call |-> NoCall]
Ended    == [NewRun EXCEPT !.phase = "ended"]

Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Min(S) == CHOOSE x \in S : \A y \in S : y >= x

IsAlive(r) == run[r].phase \notin {"new", "ended"}
Issues(r)  == run[r].phase = "issues"
TokenOf(r) == IF Obeys("EachRunHasAToken") THEN r ELSE run[r].place

(* The end of what a run may use now.  LeaseState.window *)
UsableEnd(r) == CASE ~Obeys("TimeIsUsedOnlyBelowTheMark") -> run[r].ceiling
                  [] Alone                                -> run[r].mark
                  [] OTHER                                -> Min({run[r].mark, run[r].ceiling})

(* The times that a run may have used. *)
Window(r) == run[r].past \cup (IF Issues(r) THEN run[r].floor .. UsableEnd(r) - 1 ELSE {})

(* The first time that a run in place p may use under a record.  LeaseRequest.floorFor *)
FloorFor(p, rec) ==
    LET own      == disk[p]
        isAbout  == own.token # 0 /\ (own.token = rec.token \/ ~Obeys("ANearMarkCountsForItsTokenOnly"))
        isProven == own.place = p \/ ~Obeys("ANearMarkNeedsProof")
    IN  CASE isAbout /\ isProven                    -> own.mark
          [] Obeys("ANewOwnerBeginsAtTheCeiling")   -> Max({rec.ceiling, own.mark})
          [] OTHER                                  -> own.mark

Init ==
    /\ given \in [broken : Without, alone : Alones]
    /\ record = NoRecord /\ former = NoRecord
    /\ namespace = [isThere |-> "delete" \notin Faults, unreported |-> {}]
    /\ disk = [p \in Places |-> NoMark]
    /\ run = [r \in Runs |-> NewRun]
    /\ late = {} /\ used = {} /\ excused = {}

\* ---- Start and stop ----

(* A directory is locked for the life of a process. *)
IsFree(p) == \A s \in Runs : IsAlive(s) => run[s].place # p \/ ~Obeys("ADirectoryIsLocked")

(* Which run comes next does not matter. *)
IsNext(r) == run[r].phase = "new" /\ \A s \in Runs : s < r => run[s].phase # "new"

(* A run starts in a directory that no other has locked, and reads the record.  LeaseAcquirer, LocalMark
   Where marks go beyond the ceiling, the user has to see to it that the instance has one place: guarantees.md says so. *)
Starts(r, p) ==
    /\ run[r].phase = "new" /\ IsFree(p)
    /\ p = 1 \/ ~Alone \/ ~Obeys("AMarkAloneIsInOnePlace")
    /\ run' = [run EXCEPT ![r] = [@ EXCEPT !.phase = "starts", !.place = p, !.read = record,
                                           !.token = IF Obeys("EachRunHasAToken") THEN r ELSE p,
                                           !.floor = FloorFor(p, record)]]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A standby reads the record again.  LeaseAcquirer.takeOver *)
LooksAgain(r) ==
    /\ run[r].phase = "standby" /\ run[r].call = NoCall
    /\ run' = [run EXCEPT ![r] = [@ EXCEPT !.phase = "starts", !.read = record,
                                           !.floor = FloorFor(run[r].place, record)]]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* A run that has not heard whether it has the worker id sees that it has, and asks again, from the floor of before.  JdbcHolder.floor,
   RecyclingZooKeeperHolder.withUnheard *)
AsksAgain(r) ==
    /\ run[r].phase = "starts" /\ run[r].call = NoCall /\ record.token = TokenOf(r) /\ run[r].read # record
    /\ run' = [run EXCEPT ![r].read = record]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* What is left of a call that is not waited for any more: nothing, or a message that arrives later. *)
LateAfter(before, m) == {before} \cup (IF Cardinality(before) < MaxLate /\ m.kind # "none"
                                       THEN {before \cup {[m EXCEPT !.answer = "none"]}} ELSE {})
LateWith(m) == LateAfter(late, m)

(* A run that ends while no record says what it used leaves nothing that the next one could know. *)
ExcusedAtTheEndOf(r) == IF record = NoRecord /\ "delete" \in Faults THEN Window(r) ELSE {}

(* A run stops: the generator is closed, the end of use is marked, and, if it is told, the registry releases.  LeaseReturn.giveBack *)
Stops(r, end, isTold) ==
    LET named   == IF Obeys("AReleaseNamesTheEndOfUse") THEN end ELSE run[r].floor
        release == [kind |-> "release", expected |-> [token |-> run[r].token, ceiling |-> run[r].ceiling],
                    wanted |-> [token |-> run[r].token, ceiling |-> named], stands |-> run[r].token, answer |-> "none"]
        rest    == IF isTold THEN end ELSE run[r].ceiling
        isOver  == Obeys("NothingIsIssuedAfterTheRelease")
    IN  /\ Issues(r)
        /\ end \in run[r].floor .. Max({run[r].floor, UsableEnd(r)})
        /\ disk' = IF Obeys("TheMarkGivesUpBeforeTheRegistry")
                   THEN [disk EXCEPT ![run[r].place] =
                            [token |-> run[r].token, mark |-> end, ceiling |-> rest, place |-> run[r].place]]
                   ELSE disk
        /\ late' \in UNION {IF isTold THEN LateAfter(kept, release) ELSE {kept} : kept \in LateWith(run[r].call)}
        /\ used' = used \cup IF isOver THEN run[r].past \cup run[r].floor .. end - 1 ELSE {}
        /\ run' = IF isOver THEN [run EXCEPT ![r] = Ended] ELSE run
        /\ excused' = excused \cup ExcusedAtTheEndOf(r)
        /\ UNCHANGED <<given, record, former, namespace>>

\* ---- Lease and mark ----

Running     == {s \in Runs : Issues(s)}
Begun(runs) == [isThere |-> TRUE, unreported |-> runs]

(* Nothing is taken while a run may have to put its record back: until the record of the namespace is two report intervals old, in which
   each run that was there when it was begun reports.  NamespaceRecord.requireSettled *)
IsSettled(r) ==
    LET runs == IF namespace.isThere THEN namespace.unreported ELSE run[r].watched
    IN  \/ run[r].read # NoRecord \/ ~Obeys("NothingIsTakenWhileRecordsMayBeMissing")
        \/ runs # {0} /\ runs \cap Running = {} /\ (namespace.isThere \/ ~Obeys("AStartBeginsTheRecordOfTheNamespace"))

(* What the own mark reserves is recorded again: a start that does not hear the answer goes on with that.  LeaseRequest.lease *)
CoversTheMark(r, ceiling) ==
    LET own == disk[run[r].place]
    IN  run[r].read.token \notin {own.token, TokenOf(r)} \/ ceiling >= own.ceiling \/ ~Obeys("ATakeCoversTheOwnMark")

(* A run asks for the worker id, from a floor up to a ceiling.  It may begin later than it has to.  WorkerIdHolder.acquire *)
Takes(r, floor, ceiling) ==
    /\ run[r].phase = "starts" /\ run[r].call = NoCall /\ IsSettled(r)
    /\ floor >= run[r].floor /\ ceiling > floor /\ CoversTheMark(r, ceiling)
    /\ run' = [run EXCEPT ![r].floor = floor,
                          ![r].call = [kind |-> "take", expected |-> run[r].read,
                                       wanted |-> [token |-> run[r].token, ceiling |-> ceiling], stands |-> 0, answer |-> "none"]]
    /\ namespace' = IF namespace.isThere THEN namespace ELSE Begun(Running)
    /\ UNCHANGED <<given, record, former, disk, late, used, excused>>

(* The token that a report records.  What a run that has resumed had asked for before may be recorded under its first.  LeaseState.tokenFor *)
Fresh(r) == CASE ~run[r].isLocal \/ ~Obeys("AResumedRunRecordsAFreshToken") -> run[r].token
              [] run[r].read = NoRecord                                    -> TokenOf(r)
              [] OTHER                                                     -> TokenOf(r) + Cardinality(Runs)

(* The tokens that may stand where a run reports: also that of its own take which it has not heard of, if no other has had the worker id
   between that and the mark.  A holder may as well report such a lease as lost.  WorkerIdLease.mayReplace *)
MayStand(r) ==
    LET hasAsked == run[r].isLocal /\ run[r].read # NoRecord
        isMarked == run[r].read.token = run[r].token \/ ~Obeys("AnUnheardTakeStandsOnlyAboveTheOwnMark")
    IN  {run[r].token} \cup IF hasAsked /\ isMarked THEN {TokenOf(r)} ELSE {}

(* A report asks for a higher ceiling.  LeaseRenewal.extend *)
Extends(r, ceiling) ==
    LET now  == [token |-> run[r].token, ceiling |-> run[r].ceiling]
        next == [token |-> Fresh(r), ceiling |-> ceiling]
        Sent(stands) == [run[r] EXCEPT !.call = [kind |-> "extend", expected |-> now, wanted |-> next, stands |-> stands, answer |-> "none"]]
    IN  /\ Issues(r) /\ run[r].call = NoCall
        /\ ceiling > run[r].ceiling
        /\ \E stands \in MayStand(r) :
               run' = [run EXCEPT ![r] = IF Obeys("TimeIsUsedOnlyBelowTheCeiling") THEN Sent(stands)
                                         ELSE [Sent(stands) EXCEPT !.ceiling = ceiling]]
        /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

(* The disk has a mark ahead of the clock: up to the ceiling, or beyond it alone.  MarkWriter, LeaseState.nextMark, MarkFile *)
Marks(r, mark) ==
    LET written == [token |-> run[r].token, mark |-> mark, ceiling |-> run[r].ceiling, place |-> run[r].place]
    IN  /\ Issues(r) /\ run[r].writing < 0
        /\ mark > run[r].mark \/ (mark = run[r].mark /\ disk[run[r].place].token # run[r].token)
        /\ mark <= run[r].ceiling \/ (Alone /\ Obeys("AMarkGoesOnWithoutTheRegistry"))
        /\ run' = [run EXCEPT ![r].writing = mark]
        /\ disk' = IF Obeys("AMarkIsForcedToTheDisk") THEN [disk EXCEPT ![run[r].place] = written] ELSE disk
        /\ UNCHANGED <<given, record, former, namespace, late, used, excused>>

(* The disk has said so, and the window covers the time below the mark.  LeaseState.marked *)
MarkCounts(r) ==
    /\ Issues(r) /\ run[r].writing >= 0
    /\ run' = [run EXCEPT ![r].mark = run[r].writing, ![r].writing = -1]
    /\ UNCHANGED <<given, record, former, namespace, disk, late, used, excused>>

\* ---- Registry and lines ----

(* What the registry makes of a message; the record as it is if it refuses.  JdbcHolder, ZooKeeperHolder *)
IsApplied(m) ==
    LET isToken   == record.token \in {m.expected.token, m.wanted.token, m.stands}
        isCeiling == record.ceiling = m.expected.ceiling
        isPutBack == record = NoRecord /\ Obeys("ADeletedRecordIsPutBack")
    IN  CASE m.kind = "take"    -> /\ record.token = m.expected.token \/ ~Obeys("ATakeOverComparesTheToken")
                                   /\ isCeiling \/ ~Obeys("ATakeOverComparesTheCeiling")
          [] m.kind = "extend"  -> isToken \/ isPutBack \/ ~Obeys("AnExtensionComparesTheToken")
          [] m.kind = "release" -> isToken \/ isPutBack \/ ~Obeys("AReleaseComparesTheToken")

After(m) ==
    IF m.kind = "extend" /\ Obeys("AnExtensionNeverLowersTheCeiling")
    THEN [m.wanted EXCEPT !.ceiling = Max({@, record.ceiling})]
    ELSE m.wanted

Applies(m) ==
    IF IsApplied(m) /\ (m.kind # "extend" \/ Obeys("TheRegistryConfirmsWhatIsDurable"))
    THEN record' = After(m) /\ former' = IF "setBack" \in Faults THEN record ELSE former
    ELSE UNCHANGED <<record, former>>

(* The registry applies or refuses what a run asks for, and answers: where a late report has recorded a higher ceiling, with that one
   (ZooKeeperHolder) or with the one that was asked for (JdbcHolder). *)
RegistryAnswers(r) ==
    LET m == run[r].call
    IN  /\ m.kind # "none" /\ m.answer = "none"
        /\ Applies(m)
        /\ \E confirmed \in IF IsApplied(m) THEN {m.wanted, After(m)} ELSE {m.wanted} :
               run' = [run EXCEPT ![r].call.answer = IF IsApplied(m) THEN "done" ELSE "refused", ![r].call.wanted = confirmed]
        \* a report puts the record of the namespace back too
        /\ namespace' = CASE m.kind # "extend"  -> namespace
                          [] namespace.isThere -> [namespace EXCEPT !.unreported = @ \ {r}]
                          [] OTHER             -> Begun(Running \ {r})
        /\ UNCHANGED <<given, disk, late, used, excused>>

(* The times that a run may have used when it is lost: a worker id that has replaced a lost one may be lost before it was used.  LeaseState.replaced *)
Pasts(r) == {Window(r)} \cup IF run[r].past = {} THEN {} ELSE {run[r].past}

(* What a run makes of an answer.  LeaseState.begin, LeaseState.extended, LeaseState.lost *)
AfterAnswer(r, past) ==
    LET m == run[r].call
        s == [run[r] EXCEPT !.call = NoCall]
    IN  CASE m.kind = "take" /\ m.answer = "done"   -> [s EXCEPT !.phase = "issues", !.read = NoRecord,
                                                               !.ceiling = m.wanted.ceiling, !.mark = s.floor]
          [] m.kind = "take" /\ m.answer = "refused" -> [s EXCEPT !.phase = "standby", !.read = NoRecord, !.floor = 0]
          [] m.kind = "extend" /\ m.answer = "done" -> [s EXCEPT !.token = m.wanted.token, !.isLocal = FALSE,
                                                               !.read = NoRecord, !.ceiling = m.wanted.ceiling]
          [] OTHER                                  -> [s EXCEPT !.phase = "lost", !.past = past, !.writing = -1,
                                                               !.read = NoRecord, !.floor = 0, !.mark = 0]

(* A run hears the answer.  A lost lease is used up to the last mark, and nothing more is marked. *)
Hears(r) ==
    /\ run[r].call.answer # "none"
    /\ \E past \in Pasts(r) : run' = [run EXCEPT ![r] = AfterAnswer(r, past)]
    /\ late' \in LateWith(run[r].call)
    /\ UNCHANGED <<given, record, former, namespace, disk, used, excused>>

(* What the own mark reserves.  LeaseAcquirer.isUsable *)
MayResume(p) == disk[p].token # 0 /\ disk[p].place = p /\ (Alone \/ disk[p].ceiling > disk[p].mark)

(* A start without the registry goes on from the own mark.  It remembers what it had read if it had asked.  LeaseAcquirer.resume *)
Resumed(r, p) ==
    LET own == disk[p]
        s   == run[r]
        was == IF s.read = NoRecord THEN own.token ELSE s.read.token
    IN  [s EXCEPT !.phase = "issues", !.place = p, !.token = own.token, !.floor = own.mark, !.mark = own.mark, !.ceiling = own.ceiling,
                  !.isLocal = TRUE, !.call = NoCall, !.read = IF s.call = NoCall THEN NoRecord ELSE [token |-> was, ceiling |-> 0]]

(* A run waits for an answer no longer: the call or its answer is lost, or late.  A start that gets no answer ends, asks again, or resumes. *)
GivesUp(r) ==
    LET s == run[r]
    IN  /\ s.call.kind # "none"
        /\ \E after \in (IF s.call.kind # "take" \/ "again" \in Faults THEN {[s EXCEPT !.call = NoCall]} ELSE {})
                        \cup (IF s.call.kind = "take" THEN {Ended} ELSE {})
                        \cup (IF s.call.kind = "take" /\ MayResume(s.place) THEN {Resumed(r, s.place)} ELSE {}) :
               run' = [run EXCEPT ![r] = after]
        /\ late' \in LateWith(s.call)
        /\ UNCHANGED <<given, record, former, namespace, disk, used, excused>>

\* ---- Guarantees ----

(* Guarantee 2: a worker id's timestamp is used by at most one process ever. *)
Guarantee2_NoTimeIsUsedByTwoRuns ==
    \A r \in Runs :
        /\ Window(r) \cap used \subseteq excused
        /\ \A s \in Runs : s # r => Window(r) \cap Window(s) \subseteq excused

(* Guarantee 2, in its second form: what is used was durable on the disk before. *)
Guarantee2_WhatIsUsedWasMarked ==
    \A r \in Runs : Issues(r) => Window(r) \subseteq 0 .. disk[run[r].place].mark - 1 \cup excused \cup run[r].past
=============================================================================
