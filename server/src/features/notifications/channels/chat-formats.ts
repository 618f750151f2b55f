// What each kind of chat takes and answers. Names and texts come from users and devices, so nothing in them may address
// people or format the message.

import type { MessageParts } from '../templates/message.types.ts'

export type ChatKind = 'slack' | 'discord' | 'teams' | 'other'

const hosts: [ChatKind, RegExp][] = [
  ['slack', /^hooks\.slack(-gov)?\.com$/],
  ['discord', /^((canary|ptb)\.)?discord(app)?\.com$/],
  ['teams', /(^|\.)(webhook\.office\.com|logic\.azure\.com|powerplatform\.com|powerautomate\.com)$/],
]

/** Others take what Slack takes: Mattermost, Rocket.Chat, Zulip. */
export function kindOfChat(host: string): ChatKind {
  return hosts.find(([, shape]) => shape.test(host))?.[0] ?? 'other'
}

/** Discord refuses more than 2,000 characters, Slack more than 3,000 in a block. */
const maxLength = 1_800
const cut = (text: string) => [...text].slice(0, maxLength).join('')

/** With a joiner behind it, an at sign or an opening bracket mentions nobody. */
const withoutMentions = (text: string) => text.replace(/@|<(?=[!@#])/g, '$&\u2060')
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()<>#+\-.!|~]/g, '\\$&')

const bodies: Record<ChatKind, (parts: MessageParts) => object> = {
  slack({ title, lines, links }) {
    const text = withoutMentions(cut([title, ...lines].join('\n')))
    const linkText = links.map(({ label, url }) => `<${url}|${escapeSlack(label)}>`).join('   ')
    return {
      // For notifications of the device; the blocks are what the chat shows.
      text: escapeSlack(withoutMentions(cut(title))),
      mrkdwn: false,
      link_names: false,
      unfurl_links: false,
      blocks: [
        { type: 'section', text: { type: 'plain_text', text, emoji: false } },
        ...(linkText ? [{ type: 'section', text: { type: 'mrkdwn', text: linkText, verbatim: true } }] : []),
      ],
    }
  },
  discord({ title, lines, links }) {
    const text = escapeMarkdown(withoutMentions([title, ...lines].join('\n')))
    // Angle brackets keep Discord from fetching the page.
    const linkText = links.map(({ label, url }) => `\n${escapeMarkdown(label)}: <${url}>`).join('')
    // Not between a backslash and what it escapes.
    const cutText = text.slice(0, 2_000 - linkText.length).replace(/\\$/, '')
    return { content: cutText + linkText, allowed_mentions: { parse: [] } }
  },
  teams({ title, lines, links }) {
    // Runs of text are not markdown, text blocks are.
    const run = (text: string, more = {}) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: withoutMentions(cut(text)), ...more }],
    })
    const card = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [run(title, { weight: 'bolder' }), ...lines.map((line) => run(line))],
      actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
    }
    const contentType = 'application/vnd.microsoft.card.adaptive'
    return { type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] }
  },
  other({ title, lines, links }) {
    const text = escapeSlack(withoutMentions(cut([title, ...lines].join('\n'))))
    return { text: [text, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n') }
  },
}

export function composeChat(kind: ChatKind, parts: MessageParts): string {
  return JSON.stringify(bodies[kind](parts))
}

/** Statuses and errors with which a chat reports that the webhook does not exist any more. */
export function isGone(kind: ChatKind, status: number, excerpt: string): boolean {
  if (status === 404 || status === 410) return true
  if (kind === 'slack') return status === 403 && excerpt.includes('invalid_token')
  // 50027: invalid webhook token.
  return kind === 'discord' && status === 401 && /"code":\s*50027/.test(excerpt)
}

/** Teams answers 200 although its own part has refused the message; the text has the status. */
export function refusedInside(kind: ChatKind, excerpt: string): number | undefined {
  if (kind !== 'teams' || !/delivery failed/i.test(excerpt)) return undefined
  return Number(/HTTP error (\d{3})/.exec(excerpt)?.[1] ?? 500)
}
