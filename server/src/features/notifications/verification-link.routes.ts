// Routes for recipients of a verification link. Outside /api, because they need no token.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App } from '../../platform/http/server.ts'
import type { WebPage } from '../../platform/static/web-page.ts'
import { LinkPath, openLinkFields } from './contact.schema.ts'
import { accountOfLink, confirmLink, openLink } from './verification-link.ts'

const common = { tags: ['Contacts'], security: [], params: LinkPath }
/** The link is the only credential. */
const credential = ({ params }: FastifyRequest): Credential => ({
  kind: 'account',
  name: accountOfLink((params as Static<typeof LinkPath>).secret),
})

export function verificationLinkRoutes(parent: App, ctx: Context, page: WebPage): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)

    app.get(
      '/verify/:secret',
      {
        // The page is the same in every cell.
        config: {
          credential: (request) => (page.isWanted(request) ? undefined : credential(request)),
          load: 'call',
        },
        // The page itself reports what is wrong with a link, even if it is truncated.
        preValidation: async (request, reply) => {
          if (page.isWanted(request)) return page.send(reply)
        },
        schema: {
          operationId: 'openContactLink',
          summary: 'Open a verification link',
          description:
            'Returns what the link verifies, and changes nothing. Browsers, whose Accept prefers text/html, get a page with a button.',
          ...common,
          response: { 200: answer(openLinkFields), ...failures },
        },
      },
      ({ params }) => openLink(ctx, params.secret),
    )

    app.post(
      '/verify/:secret',
      {
        config: { credential, load: 'call' },
        schema: {
          operationId: 'confirmContactLink',
          summary: 'Verify a contact by its link',
          description: 'Valid for 24 hours after the message was sent. May be repeated.',
          ...common,
          response: { 200: answer(openLinkFields), ...failures },
        },
      },
      ({ params, id }) => confirmLink(ctx, params.secret, id),
    )
  })
}
