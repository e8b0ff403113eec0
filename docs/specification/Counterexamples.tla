-------------------------- MODULE Counterexamples --------------------------
(***************************************************************************)
(* What TLC needs to search a specification for a shortest counterexample  *)
(* of each of several rules in one run: it goes on after a violation, and  *)
(* follows no further behaviour that breaks the same rule.                 *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, TLC

RECURSIVE AsSequence(_)
AsSequence(S) == IF S = {} THEN <<>> ELSE LET x == CHOOSE y \in S : TRUE IN <<x>> \o AsSequence(S \ {x})

NumberOf(rule, rules) ==
    LET order == AsSequence(rules) IN CHOOSE i \in DOMAIN order : order[i] = rule

None(rules) == \A i \in 1 .. Cardinality(rules) : TLCSet(i, FALSE)

(* False once for each rule. *)
HoldsOrIsTold(holds, rule, rules) ==
    holds \/ TLCGet(NumberOf(rule, rules)) \/ (TLCSet(NumberOf(rule, rules), TRUE) /\ FALSE)

IsOpen(rule, rules) == ~TLCGet(NumberOf(rule, rules))
=============================================================================
