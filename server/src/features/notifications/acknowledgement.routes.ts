// Routes for contacts who open the link of a message. Outside /api, because they need no token.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App } from '../../platform/http/server.ts'
import type { WebPage } from '../../platform/static/web-page.ts'
import { accountOfToken } from './acknowledge-link.ts'
import type { OpenedLink } from './acknowledgement.api.ts'
import { acknowledgeByLink, openAcknowledgeLink } from './acknowledgement.api.ts'
import { acknowledgementFields, TokenPath } from './acknowledgement.schema.ts'
import { describeForContact } from './templates/alert-facts.ts'

const common = { tags: ['Alerts'], security: [], params: TokenPath }
/** The link is the only credential. */
const credential = ({ params }: FastifyRequest): Credential => ({
  kind: 'account',
  name: accountOfToken((params as Static<typeof TokenPath>).secret),
})

export function acknowledgementRoutes(parent: App, ctx: Context, page: WebPage): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)

    app.get(
      '/acknowledge/:secret',
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
          operationId: 'openAcknowledgeLink',
          summary: 'Open an acknowledgement link',
          description:
            'Returns the alert of the link, and changes nothing: mail scanners open links. Browsers, whose Accept prefers text/html, get a page with a button.',
          ...common,
          response: { 200: answer(acknowledgementFields), ...failures },
        },
      },
      async ({ params }) => toView(await openAcknowledgeLink(ctx, params.secret)),
    )

    app.post(
      '/acknowledge/:secret',
      {
        config: { credential, load: 'call' },
        schema: {
          operationId: 'acknowledgeByLink',
          summary: 'Acknowledge an alert by its link',
          description:
            'Valid for 24 hours after the message was sent, until the alert is resolved or withdrawn. May be repeated; the first acknowledgement is kept.',
          ...common,
          response: { 200: answer(acknowledgementFields), ...failures },
        },
      },
      async ({ params, id }) => toView(await acknowledgeByLink(ctx, params.secret, id)),
    )
  })
}

function toView(opened: OpenedLink) {
  const { alert, channel, language, contactName, acknowledgedAt, acknowledgedBy, expiresAt } = opened
  const { title, text, rows } = describeForContact({ ...alert, language })
  return {
    language,
    contact: { name: contactName, channel },
    alert: {
      id: alert.alertId,
      deviceId: alert.deviceId,
      severity: alert.severity,
      title,
      text: text || null,
      facts: rows.map(([label, value]) => ({ label, value })),
    },
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy,
    expiresAt: expiresAt.toISOString(),
  }
}
