-- What an owner owes from the end of a contract, so that the transfer that takes it names it. Null: it was not kept.
alter table transfer add column debit_cause text check (debit_cause is null or (debit_cause in ('REFUND', 'END') and purpose = 'DEBIT'));
