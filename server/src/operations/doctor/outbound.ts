// Checks that the mail server, the SMS provider, Telegram and the MQTT broker are reachable. Nothing is sent.

import { connect } from 'node:net'
import { reachSmtp } from '../../features/notifications/channels/smtp-reach.api.ts'
import { findTelegramBot } from '../../features/notifications/telegram-webhook.api.ts'
import type { Check, Finding } from './doctor.types.ts'
import { fault, inEnvironment, inShell, manually, ok, shellQuote, warning } from './findings.ts'

const timeoutMs = 4_000
const defaultPorts: Record<string, number> = {
  'smpp:': 2775,
  'ssmpp:': 3550,
  'http:': 80,
  'https:': 443,
  'mqtt:': 1883,
  'mqtts:': 8883,
}

function reachTcp(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const end = (settle: () => void) => {
      socket.destroy()
      settle()
    }
    socket.once('connect', () => end(resolve))
    socket.once('timeout', () => end(() => reject(new Error(`no response within ${timeoutMs / 1_000} s`))))
    socket.once('error', (error) => end(() => reject(error)))
  })
}

/** Only connects: signing in could end the session of a running process. */
async function checkTcp(setting: string, url: string, name: string, impact: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(url)
  const [host, targetPort] = [hostname.replace(/^\[|\]$/g, ''), Number(port) || (defaultPorts[protocol] ?? 0)]
  try {
    await reachTcp(host, targetPort)
    return ok(`${name} is reachable at ${host}:${targetPort}`)
  } catch (error) {
    return fault(
      `${name} at ${host}:${targetPort} is unreachable: ${(error as Error).message}`,
      impact,
      inShell(`nc -vz ${host} ${targetPort}`),
      manually(`Correct ${setting} or the firewall.`),
    )
  }
}

export const outboundChecks: Check[] = [
  {
    id: 'outbound.smtp',
    group: 'outbound',
    about: 'the mail server is unreachable or rejects us',
    async run({ config }) {
      const { smtpUrl } = config.notifications
      if (!smtpUrl)
        return warning(
          'RASTRO_SMTP_URL is not set',
          'No e-mail is sent. Alerts by e-mail fail, and contacts cannot be verified.',
          inEnvironment('export RASTRO_SMTP_URL=smtp://USER:PASSWORD@HOST:587'),
        )
      const { hostname, port, protocol } = new URL(smtpUrl)
      const server = `the mail server at ${hostname}${port && `:${port}`}`
      try {
        await reachSmtp(smtpUrl, timeoutMs)
        return ok(`${server} accepts us`)
      } catch (error) {
        const {
          message: reason,
          code,
          responseCode,
        } = error as Error & { code?: string; responseCode?: number }
        const message = `${server} is unreachable or rejects us: ${reason}`
        const impact = 'No e-mail is sent. Alerts by e-mail are retried and finally fail.'
        const isTlsRefused = /wrong version number|packet length too long|EPROTO|ERR_SSL/i.test(
          `${reason} ${code}`,
        )
        if (protocol === 'smtps:' && isTlsRefused)
          return fault(
            message,
            impact,
            inEnvironment(
              `export RASTRO_SMTP_URL="$(echo "$RASTRO_SMTP_URL" | sed s/^smtps:/smtp:/)" # TLS by STARTTLS`,
            ),
          )
        if (responseCode === 535 || code === 'EAUTH')
          return fault(message, impact, manually('Correct user and password in RASTRO_SMTP_URL.'))
        return fault(
          message,
          impact,
          inShell(`nc -vz ${hostname} ${port || 587}`),
          manually('Correct RASTRO_SMTP_URL or the firewall.'),
        )
      }
    },
  },
  {
    id: 'outbound.mail-from',
    group: 'outbound',
    about: 'the sender address of e-mails is not acceptable to other servers',
    run({ config }) {
      const { smtpUrl, mailFrom } = config.notifications
      if (!smtpUrl) return []
      const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? ''
      if (domain.includes('.') && !/^[\d.]+$/.test(domain)) return ok(`e-mails are sent from ${mailFrom}`)
      const { hostname } = new URL(smtpUrl)
      const guess = hostname.split('.').slice(-2).join('.')
      const better = /^[\d.]+$/.test(hostname) || !guess.includes('.') ? 'example.com' : guess
      return warning(
        `e-mails are sent from ${mailFrom}`,
        'Other mail servers reject them or treat them as spam.',
        inEnvironment(`export RASTRO_MAIL_FROM=${shellQuote(`Rastro <alerts@${better}>`)} # your own domain`),
      )
    },
  },
  {
    id: 'outbound.sms',
    group: 'outbound',
    about: 'the SMS centre or provider is unreachable',
    async run({ config }) {
      const { smppUrl, smsHttpUrl } = config.notifications
      const impact = 'No SMS is sent. Alerts by SMS are retried and finally fail.'
      if (smppUrl) return checkTcp('RASTRO_SMPP_URL', smppUrl, 'the SMS centre', impact)
      if (smsHttpUrl) return checkTcp('RASTRO_SMS_HTTP_URL', smsHttpUrl, 'the SMS provider', impact)
      return ok('no SMS provider is configured; alerts by SMS fail')
    },
  },
  {
    id: 'outbound.sms-twice',
    group: 'outbound',
    about: 'two SMS providers are configured',
    run({ config }) {
      const { smppUrl, smsHttpUrl } = config.notifications
      if (!smppUrl || !smsHttpUrl) return []
      return warning(
        'both RASTRO_SMPP_URL and RASTRO_SMS_HTTP_URL are set',
        'Only RASTRO_SMPP_URL is used.',
        inEnvironment('unset RASTRO_SMS_HTTP_URL'),
      )
    },
  },
  {
    id: 'outbound.telegram',
    group: 'outbound',
    about: 'Telegram does not accept the bot, or the bot has another name',
    async run({ config }) {
      const { secret, bot } = config.notifications.telegram
      if (!secret) return []
      const found = await findTelegramBot(config, timeoutMs)
      if ('why' in found)
        return fault(
          `Telegram does not accept the bot: ${found.why}`,
          'No alert is sent by Telegram, and contacts there cannot be verified.',
          manually('Correct RASTRO_TELEGRAM_TOKEN with a token of @BotFather, or the firewall.'),
        )
      if (found.bot === bot) return ok(`Telegram accepts the bot ${bot}`)
      return fault(
        `the bot of RASTRO_TELEGRAM_TOKEN is ${found.bot}, and RASTRO_TELEGRAM_BOT is "${bot}"`,
        'The links that verify contacts lead elsewhere.',
        inEnvironment(`export RASTRO_TELEGRAM_BOT=${shellQuote(found.bot)}`),
      )
    },
  },
  {
    id: 'outbound.mqtt',
    group: 'outbound',
    about: 'the MQTT broker is unreachable',
    async run({ config }) {
      const { mqttUrl } = config.gateway
      if (!mqttUrl) return []
      return checkTcp(
        'RASTRO_MQTT_URL',
        mqttUrl,
        'the MQTT broker',
        'Locations of phones and other services that publish there are not received.',
      )
    },
  },
]
