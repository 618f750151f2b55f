-- Until when a password is good that somebody else gave its user, and that opens nothing but the choice of his own. Null where
-- it is his own. Without a default, so that no row is written.
alter table users add column password_given_until timestamptz;
