----------------------------- MODULE MCSegments -----------------------------
(* What TLC needs to search Segments for counterexamples. *)
EXTENDS SegmentsFaults, Counterexamples

ASSUME None(Without)

Holds ==
    /\ Guarantee1_NoIdTwice /\ Guarantee1_OnlyWhatIsGranted /\ Guarantee1_NothingThatIsNoted
    /\ Guarantee3_IdsGrow /\ Guarantee5_WhatIsReservedIsHandedOut /\ Guarantee7_IdsGrowOnAllNodes

EachRuleHasACounterexample == HoldsOrIsTold(Holds, given.broken, Without)

IsWanted == IsOpen(given.broken, Without) /\ IsWithinBounds

(* For rules whose counterexamples are long: leaves out what they do not need. *)
NothingFails ==
    \A n \in Nodes : /\ node[n].isAlive => node'[n].isAlive
                     /\ node[n].call.database # 0 /\ node[n].call.first < 0 => node'[n].call.database # 0

NothingIsGivenBack == late' = {}
=============================================================================
