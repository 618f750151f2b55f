// Whether the role that serves is held to one account at a time: it owns nothing and bypasses nothing.

import type { Advice, Check } from './doctor.types.ts'
import { asSuperuser, byPerson, fault, named, ok } from './findings.ts'
import type { Server } from './postgres.queries.ts'
import { askServer } from './postgres-facts.ts'

/** The administrator's role, or the owner's, is not to be crippled: it is the wrong one to serve with. */
function adviseRole({ role, isBootstrap, tableOwner }: Server, ...lines: string[]): Advice {
  if (!isBootstrap && role !== tableOwner) return asSuperuser(...lines)
  return byPerson(
    'Let RASTRO_DATABASE_URL name the role rastro_app, which owns nothing and bypasses nothing.',
  )
}

export const roleChecks: Check[] = [
  {
    id: 'postgres.role-superuser',
    group: 'PostgreSQL',
    about: 'the role that serves is a superuser',
    needs: 'database',
    isGuard: true,
    async look(patient) {
      const server = await askServer(patient)
      if (!server.isSuperuser) return ok(`the role ${server.role} is no superuser`)
      return fault(
        `the role ${server.role} is a superuser`,
        'Accounts are not kept apart.',
        adviseRole(server, `ALTER ROLE ${named(server.role)} NOSUPERUSER;`),
      )
    },
  },
  {
    id: 'postgres.role-bypasses-security',
    group: 'PostgreSQL',
    about: 'the role that serves bypasses row-level security',
    needs: 'database',
    isGuard: true,
    async look(patient) {
      const server = await askServer(patient)
      if (!server.bypassesRls) return ok(`the role ${server.role} is held to row-level security`)
      return fault(
        `the role ${server.role} bypasses row-level security`,
        'Accounts are not kept apart.',
        adviseRole(server, `ALTER ROLE ${named(server.role)} NOBYPASSRLS;`),
      )
    },
  },
  {
    id: 'postgres.role-owns-tables',
    group: 'PostgreSQL',
    about: 'the role that serves owns tables',
    needs: 'database',
    isGuard: true,
    async look(patient) {
      const server = await askServer(patient)
      if (server.owned.length === 0) return ok(`the role ${server.role} owns nothing`)
      const owner = named(server.tableOwner ?? 'rastro_owner')
      return fault(
        `the role ${server.role} owns ${server.owned.join(', ')}`,
        'An owner can switch security off.',
        adviseRole(server, `REASSIGN OWNED BY ${named(server.role)} TO ${owner};`),
      )
    },
  },
]
