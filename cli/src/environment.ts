// The only place where the client reads the environment.

import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Environment {
  url: string | undefined
  userName: string | undefined
  apiKey: string | undefined
  credentialsFile: string
  /** See no-color.org. */
  isPlain: boolean
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const configHome = env.XDG_CONFIG_HOME?.trim() || join(homedir(), '.config')
  return {
    url: env.RASTRO_URL?.trim() || undefined,
    userName: env.RASTRO_USER?.trim() || undefined,
    apiKey: env.RASTRO_API_KEY?.trim() || undefined,
    credentialsFile: join(configHome, 'rastro', 'credentials.json'),
    isPlain: Boolean(env.NO_COLOR),
  }
}
