-- Renaming and deleting a user looked for the name among those of all accounts.
create index directory_users_of_user on directory_users (account_id, user_id);
