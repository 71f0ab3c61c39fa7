-- Every link of an invoice is derived from the installation's key; hashes of others, sent by no released version, go.
drop table if exists sent_link;
