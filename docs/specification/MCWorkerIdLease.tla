-------------------------- MODULE MCWorkerIdLease --------------------------
(* What TLC needs to search WorkerIdLease for counterexamples. *)
EXTENDS WorkerIdLeaseFaults, Counterexamples

ASSUME None(Without)

EachRuleHasACounterexample == HoldsOrIsTold(Guarantee2_NoTimeIsUsedByTwoRuns, given.broken, Without)

IsWanted == IsOpen(given.broken, Without)

(* For rules whose counterexamples are long: leaves out what they do not need. *)
NothingIsCopiedOrLost ==
    /\ \A p \in Places : disk'[p].place \in {0, p}
    /\ \A r \in Runs : run[r].call.kind # "none" /\ run[r].call.answer = "none" =>
                         run'[r].call.answer # "none" \/ run'[r].call = run[r].call

OnlyTakesAreLost ==
    /\ \A p \in Places : disk'[p].place \in {0, p}
    /\ \A r \in Runs : run[r].phase # "ended" /\ run'[r].phase = "ended" => Issues(r) /\ disk' # disk
    /\ \A r \in Runs : run[r].call.kind = "extend" => run'[r].call.kind = "extend" \/ run[r].call.answer = "done"

NothingEnds ==
    /\ \A p \in Places : disk'[p].place \in {0, p}
    /\ \A r \in Runs : run'[r].phase # "ended"
=============================================================================
