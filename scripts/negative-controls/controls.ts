// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of source files.

// Checks of identity, spending, resale and account life, and the tests that must fail when one of them is switched off.

export interface Control {
  name: string
  /** Switching it off replaces a text of this file. */
  file: string
  from: string
  to: string
  test: string
  /** Of the tests to run; empty for all of the file. */
  title: string
}

const auth = 'server/src/features/auth'
const spending = 'server/src/features/spending'
const resale = 'server/src/features/resale'
const tree = 'server/migrations/0068_resellers.sql'

export const controls: Control[] = [
  {
    name: 'A2: a cap of the account is compared',
    file: 'server/src/features/notifications/caps.queries.ts',
    from: 'coalesce(it.need = 0 or it.cap - kept.units - it.used >= it.need, true) as fits',
    to: 'true as fits',
    test: `${spending}/cap.test.ts`,
    title: 'lets 9 leave',
  },
  {
    name: 'A2: a tenth is kept for critical alerts',
    file: 'server/src/features/notifications/caps.queries.ts',
    from: "case when r.severity = 'critical' then 0 else (it.cap + 9) / 10 end as units",
    to: '0 as units',
    test: `${spending}/cap.test.ts`,
    title: 'a tenth is left for critical alerts',
  },
  {
    name: 'A2: near a cap, unused budget goes back at once',
    file: `${spending}/budget-lease.api.ts`,
    from: 'const scarceShare = 0.85',
    to: 'const scarceShare = 100',
    test: `${spending}/cap.test.ts`,
    title: 'goes back in time for others',
  },
  {
    name: 'A11: a link for a new password works once',
    file: `${auth}/one-time-link.queries.ts`,
    from: 'delete from one_time_links\n    where account_id = ${accountId} and secret_hash',
    to: 'update one_time_links set kind = kind\n    where account_id = ${accountId} and secret_hash',
    test: `${auth}/password-reset.test.ts`,
    title: 'works once under 64 parallel posts',
  },
  {
    name: 'A11: an expired link opens nothing',
    file: `${auth}/one-time-link.queries.ts`,
    from: 'and kind = ${kind} and expires_at > ${now}\n    returning',
    to: 'and kind = ${kind} and ${now}::timestamptz is not null\n    returning',
    test: `${auth}/password-reset.test.ts`,
    title: 'opens nothing after use, expiry or a newer one',
  },
  {
    name: 'A11: a link does not replace the second factor',
    file: `${auth}/password-by-link.ts`,
    from: 'if (!isRight) throw codeWrong()',
    to: 'if (isRight === undefined) throw codeWrong()',
    test: `${auth}/password-reset.test.ts`,
    title: 'without the second factor',
  },
  {
    name: 'A12: a code enters once',
    file: `${auth}/factors/factor.queries.ts`,
    from: 'and user_id = ${userId} and last_step < ${step}',
    to: 'and user_id = ${userId}',
    test: `${auth}/factors/second-factor.test.ts`,
    title: 'a code twice in parallel enters once',
  },
  {
    name: 'A12: five wrong codes end the step',
    file: `${auth}/factors/steps.ts`,
    from: 'export const maxTries = 5',
    to: 'export const maxTries = 500',
    test: `${auth}/factors/second-factor.test.ts`,
    title: 'five wrong codes end the step',
  },
  {
    name: 'A12: a recovery code enters once',
    file: `${auth}/factors/factor.queries.ts`,
    from: 'and code_hash = ${codeHash} and used_at is null',
    to: 'and code_hash = ${codeHash}',
    test: `${auth}/factors/second-factor.test.ts`,
    title: 'enter once each, under 64 parallel posts',
  },
  {
    name: 'A16: the 21st session ends the first',
    file: `${auth}/store-session.ts`,
    from: 'const maxSessions = 20',
    to: 'const maxSessions = 21',
    test: `${auth}/session-list.test.ts`,
    title: 'ends the first, in another process within 5 s',
  },
  {
    name: 'A16: an ended session ends everywhere within 5 s',
    file: `${auth}/caller.api.ts`,
    from: 'const recheckAfterMs = 2_000',
    to: 'const recheckAfterMs = 60_000',
    test: `${auth}/session-list.test.ts`,
    title: 'one session kills its token in another process within 5 s',
  },
  {
    name: 'A16: a key is refused outside its networks',
    file: `${auth}/key-limits.ts`,
    from: 'return networks === null || isInNetworks(toBlockList(networks), address)',
    to: 'return networks === null || isInNetworks(toBlockList(networks), address) || true',
    test: `${auth}/limited-keys.test.ts`,
    title: 'is refused elsewhere, at the exchange and on every call',
  },
  {
    name: 'A16: a key ends at its instant',
    file: `${auth}/key-limits.ts`,
    from: 'return expiresAt !== null && expiresAt <= now',
    to: 'return expiresAt !== null && expiresAt <= now && false',
    test: `${auth}/limited-keys.test.ts`,
    title: 'and its tokens stop at that instant',
  },
  {
    name: 'A16: a key has no more privileges than its user',
    file: `${auth}/key-limits.ts`,
    from: 'new Set(keyPrivileges.filter((one) => own.has(one)))',
    to: 'new Set(keyPrivileges)',
    test: `${auth}/limited-keys.test.ts`,
    title: 'never has more than its user',
  },
  {
    name: 'step-up: dangerous actions need a recent sign-in',
    file: `${auth}/recent-sign-in.api.ts`,
    from: 'const recentMs = 5 * 60_000',
    to: 'const recentMs = 500 * 60_000',
    test: `${auth}/session-list.test.ts`,
    title: 'requires an authentication in the last 5 minutes',
  },
  {
    name: 'account life: an SOS leaves a suspended account for 14 days only',
    file: 'server/src/platform/db/account-status.queries.ts',
    from: 'export const sosDays = 14',
    to: 'export const sosDays = 1400',
    test: 'server/src/features/accounts/status-effects.test.ts',
    title: '',
  },
  {
    name: 'A17: every table is emptied',
    file: 'server/src/features/erasure/eraser.ts',
    from: 'for (const table of tables) await empty(run, table)',
    to: "for (const table of tables) if (table !== 'alert_rules') await empty(run, table)",
    test: 'server/src/features/erasure/erasure.test.ts',
    title: 'leaves nothing of the account, and everything of 50 others',
  },
  {
    name: 'A18: an archive expires',
    file: 'server/src/features/exports/export.queries.ts',
    from: "where state = 'ready' and expires_at <= ${now}",
    to: "where state = 'ready' and expires_at <= ${now} and false",
    test: 'server/src/features/exports/export.test.ts',
    title: '',
  },
  {
    name: 'resale A1: a transfer is decided once',
    file: `${resale}/settling.ts`,
    from: 'if (before.transfer >= transfer.number) return',
    to: 'if (before.transfer > transfer.number) return',
    test: `${resale}/pool.test.ts`,
    title: 'does not apply a transfer again',
  },
  {
    name: 'resale A1: licenses in use stay',
    file: `${resale}/settling.ts`,
    from: 'transfer.licenses > 0 || used <= transfer.target',
    to: 'true',
    test: `${resale}/pool.test.ts`,
    title: 'licenses in use stay',
  },
  {
    name: 'resale A1: what is free in the pool is compared',
    file: tree,
    from: 'if abs(amount) > free then',
    to: 'if false then',
    test: `${resale}/pool.test.ts`,
    title: 'a pool never gives more',
  },
  {
    name: 'resale A3: a reseller does not change its own node',
    file: tree,
    from: "if old.path = current_setting('rastro.reseller', true) and",
    to: 'if false and',
    test: 'server/test/tenancy.test.ts',
    title: 'cannot change its own licenses',
  },
  {
    name: 'resale A3: licenses add up at the commit',
    file: tree,
    from: 'and n.given <> (select',
    to: 'and false and n.given <> (select',
    test: 'server/test/tenancy.test.ts',
    title: 'cannot make licenses',
  },
  {
    name: 'resale A5: the status of the tree counts',
    file: tree,
    from: "when status = 'suspended' or node_status = 'suspended' then",
    to: "when status = 'suspended' then",
    test: `${resale}/branch-status.test.ts`,
    title: 'counts for all below it',
  },
  {
    name: 'resale A5: customers are suspended only if it was decided',
    file: tree,
    from: "case when node.with_customers then node.status else 'active' end",
    to: 'node.status',
    test: `${resale}/branch-status.test.ts`,
    title: 'counts for staff only',
  },
  {
    name: 'resale: what was set above stays',
    file: tree,
    from: "if changed.status <> 'active' and changed.status_depth < caller_depth then",
    to: 'if false then',
    test: `${resale}/branch-status.test.ts`,
    title: 'cannot be undone below',
  },
  {
    name: 'resale: the narrowest term counts',
    file: tree,
    from: 'min(both_terms.value::bigint)',
    to: 'max(both_terms.value::bigint)',
    test: `${resale}/branch-status.test.ts`,
    title: 'in force are the narrowest',
  },
  {
    name: 'resale A4: users of the staff who do not administer it',
    file: `${resale}/tree.api.ts`,
    from: "if (caller.role !== 'standard') return node",
    to: 'return node',
    test: `${resale}/resale.test.ts`,
    title: 'is nothing for customers',
  },
  {
    name: 'sign-up: 5 an hour per network',
    file: 'server/src/features/sign-up/sign-up.ts',
    from: 'const maxPerHourOfNetwork = 5',
    to: 'const maxPerHourOfNetwork = 500',
    test: 'server/src/features/sign-up/sign-up.test.ts',
    title: '5 an hour per network',
  },
]
