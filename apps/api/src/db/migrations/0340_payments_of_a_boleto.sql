-- The undo of a bank's file asks which of its payments a bank's call tells of as well.
create index boleto_payment_boleto on boleto_payment (boleto_id) where taken_back_at is null;
