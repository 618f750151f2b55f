import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlantedFault } from './plant.ts'

let directory = ''

function plantArchive(env: Record<string, string>): void {
  directory = mkdtempSync(join(tmpdir(), 'rastro-planted-archive-'))
  Object.assign(env, { RASTRO_ARCHIVE_KIND: 'local', RASTRO_ARCHIVE_DIRECTORY: directory })
}

const after = () => rmSync(directory, { recursive: true, force: true })

/** Long ago: it is due, and has no locations. */
const aWeek = "date_trunc('week', now() - interval '60 days', 'UTC')::date"

export const ofArchive: PlantedFault[] = [
  {
    name: 'a week that is not archived',
    id: 'storage.archive',
    plant(ward) {
      plantArchive(ward.env)
      return ward.sql(
        `INSERT INTO archive_failures VALUES ('archive', 'class=2/week=' || ${aWeek} || '/', 3, now() - interval '5 hours',
           now() - interval '1 hour', now() + interval '2 hours', 'the disk was full')`,
      )
    },
    after,
  },
]
