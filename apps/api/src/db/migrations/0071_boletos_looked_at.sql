-- When a paid boleto was last looked at, since the notice that its payment was withdrawn may be lost.
alter table boleto_payment add column looked_at timestamptz;
