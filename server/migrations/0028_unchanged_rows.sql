-- statement by statement
-- Earlier versions of the migration command applied 0020 and 0025 without changing these rows.
update commands set state = 'cancelled', reason = null where state = 'failed' and reason = 'cancelled';
update rule_memories set memories = replace(memories::text, '"told": true', '"alerted": true')::jsonb where memories::text like '%"told": true%';
