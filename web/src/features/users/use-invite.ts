import { usePreferences } from '../../session/preferences.ts'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'

/** In the language of the interface: it is the best guess until the user chooses one. */
export function useInvite() {
  const { language } = usePreferences()
  return (userId: string) =>
    withRecentSignIn(() =>
      rastro.post('/api/users/{userId}/invitation', { path: { userId }, body: { language } }),
    )
}
