-- The link that verifies a contact, besides its code: a hash of the secret in it. Sent together with the code.
alter table contacts add column link_hash bytea check (length(link_hash) = 32);
