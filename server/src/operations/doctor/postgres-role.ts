// Checks that the application role is subject to row-level security: it owns nothing and bypasses nothing.

import type { Advice, Check } from './doctor.types.ts'
import { asSuperuser, fault, manually, ok, quoteName } from './findings.ts'
import type { Server } from './postgres.queries.ts'
import { getServer } from './postgres-facts.ts'

/** The bootstrap superuser and the table owner keep their rights: they are the wrong role for the application. */
function adviseRole({ role, isBootstrap, tableOwner }: Server, ...lines: string[]): Advice {
  if (!isBootstrap && role !== tableOwner) return asSuperuser(...lines)
  return manually('Use the role rastro_app in RASTRO_DATABASE_URL: it owns nothing and bypasses nothing.')
}

export const roleChecks: Check[] = [
  {
    id: 'postgres.role-superuser',
    group: 'PostgreSQL',
    about: 'the application role is a superuser',
    needs: 'database',
    isStartupCheck: true,
    async run(ctx) {
      const server = await getServer(ctx)
      if (!server.isSuperuser) return ok(`the role ${server.role} is not a superuser`)
      return fault(
        `the role ${server.role} is a superuser`,
        'Accounts are not isolated.',
        adviseRole(server, `ALTER ROLE ${quoteName(server.role)} NOSUPERUSER;`),
      )
    },
  },
  {
    id: 'postgres.role-bypasses-security',
    group: 'PostgreSQL',
    about: 'the application role bypasses row-level security',
    needs: 'database',
    isStartupCheck: true,
    async run(ctx) {
      const server = await getServer(ctx)
      if (!server.bypassesRls) return ok(`the role ${server.role} is subject to row-level security`)
      return fault(
        `the role ${server.role} bypasses row-level security`,
        'Accounts are not isolated.',
        adviseRole(server, `ALTER ROLE ${quoteName(server.role)} NOBYPASSRLS;`),
      )
    },
  },
  {
    id: 'postgres.role-owns-tables',
    group: 'PostgreSQL',
    about: 'the application role owns tables',
    needs: 'database',
    isStartupCheck: true,
    async run(ctx) {
      const server = await getServer(ctx)
      if (server.owned.length === 0) return ok(`the role ${server.role} owns nothing`)
      const owner = quoteName(server.tableOwner ?? 'rastro_owner')
      return fault(
        `the role ${server.role} owns ${server.owned.join(', ')}`,
        'An owner can disable row-level security.',
        adviseRole(server, `REASSIGN OWNED BY ${quoteName(server.role)} TO ${owner};`),
      )
    },
  },
]
