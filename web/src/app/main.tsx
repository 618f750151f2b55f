// Entry point: loads messages and styles, and starts the router.

import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadMessages } from '../messages/messages.ts'
import { session } from '../session/session.ts'
import { inBackground } from '../ui/in-background.ts'
import { setNonce, styleNonce } from './nonce.ts'
import { createAppRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const queries = new QueryClient({
  // The client already retries failed requests.
  defaultOptions: { queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true } },
})
const router = createAppRouter(queries)
session.onSignedOut(() => {
  queries.clear()
  if (router.state.location.pathname === '/sign-in') return
  inBackground(router.navigate({ to: '/sign-in', search: { next: router.state.location.href } }))
})

setNonce()
await loadMessages()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={3} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
