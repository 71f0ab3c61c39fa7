-- An agreement about debts may be accepted by the signatures of its parties.
alter table debt_agreement drop constraint debt_agreement_accepted_how_check;
alter table debt_agreement add constraint debt_agreement_accepted_how_check
  check (accepted_how in ('CLIENT_AREA', 'PAPER', 'SIGNATURE'));
