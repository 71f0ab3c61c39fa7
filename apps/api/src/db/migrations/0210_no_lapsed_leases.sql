-- Leases whose billing once stopped at their end are billed without a term since 0026; the list of that upgrade goes.

drop table if exists lapsed_lease;
