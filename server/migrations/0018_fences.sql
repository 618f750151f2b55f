-- statement by statement
-- The fences of 0017, around the tables that were there before: one table at a time, because whoever asks for all of them
-- at once waits for everybody, and everybody for him.

select fence_account_table('accounts', '{closing}');
select fence_account_table('alert_rules', '{closing}');
select fence_account_table('alerts', '{closing}');
select fence_account_table('api_keys', '{closing}');
select fence_account_table('api_usage', '{closing}');
select fence_account_table('arrivals', '{closing}');
select fence_account_table('audit_heads', '{closing}');
select fence_account_table('audit_log', '{closing}');
select fence_account_table('commands', '{closing}');
select fence_account_table('contacts', '{closing}');
select fence_account_table('daily_counts', '{closing}');
select fence_account_table('device_search', '{closing}');
select fence_account_table('devices', '{closing}');
select fence_account_table('directory_accounts', '{closing}');
select fence_account_table('directory_identifiers', '{closing}');
select fence_account_table('directory_shares', '{closing}');
select fence_account_table('directory_users', '{closing}');
select fence_account_table('expiry_timers', '{closing}');
select fence_account_table('geofences', '{closing}');
select fence_account_table('group_devices', '{closing}');
select fence_account_table('groups', '{closing}');
select fence_account_table('idempotency_keys', '{closing}');
select fence_account_table('locations', '{closing}');
select fence_account_table('newest_locations', '{closing}');
select fence_account_table('notification_attempts', '{closing}');
select fence_account_table('notification_gaps', '{closing}');
select fence_account_table('notifications', '{closing}');
select fence_account_table('online_devices', '{closing}');
select fence_account_table('overdue_timers', '{closing}');
select fence_account_table('rule_contacts', '{closing}');
select fence_account_table('rule_geofences', '{closing}');
select fence_account_table('rule_memories', '{closing}');
select fence_account_table('rule_targets', '{closing}');
select fence_account_table('sent_codes', '{closing}');
select fence_account_table('sessions', '{closing}');
select fence_account_table('share_devices', '{closing}');
select fence_account_table('shares', '{closing}');
select fence_account_table('users', '{closing}');
select fence_account_table('ways_in', '{closing}');
select fence_account_table('webhook_targets', '{closing}');
-- What tells of changes is closed a step later.
select fence_account_table('announcements', '{closing,frozen}');
select fence_account_table('webhook_deliveries', '{closing,frozen}');
select fence_account_table('webhook_lines', '{closing,frozen}');
select fence_account_table('webhooks', '{closing,frozen}');

select hide_moving('expiry_timers', '{}');
select hide_moving('overdue_timers', '{}');
select hide_moving('notifications', '{}');
select hide_moving('notification_gaps', '{}');
select hide_moving('commands', '{}');
select hide_moving('online_devices', '{}');
select hide_moving('webhook_lines', '{}');
-- Until all is told.
select hide_moving('webhooks', '{closing,frozen}');
select hide_moving('announcements', '{closing,frozen}');
-- Timers of what changed last are still set. Recorders see the change itself, wherever the account is.
drop policy if exists hide_moving on rulebook_changes;
create policy hide_moving on rulebook_changes as restrictive for select to rastro_app
  using (account_id <> all (array(select m.account_id from moves m where m.state <> 'closing'))
    or (select current_setting('rastro.recorder', true) = 'on'));

select hide_elsewhere('directory_accounts');
select hide_elsewhere('directory_users');
select hide_elsewhere('directory_identifiers');
select hide_elsewhere('directory_shares');
select hide_elsewhere('ways_in');

select log_whole_rows('directory_accounts');
select log_whole_rows('directory_users');
select log_whole_rows('directory_identifiers');
select log_whole_rows('directory_shares');
select log_whole_rows('rule_targets');
select log_whole_rows('webhook_targets');
select log_whole_rows('sent_codes');
select log_whole_rows(relid) from pg_partition_tree('locations');
