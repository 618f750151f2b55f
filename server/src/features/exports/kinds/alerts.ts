import type { ExportedKind } from './fields.ts'
import { computed, degrees, deviceId, flag, from, idOf, list, number, object, text, time } from './fields.ts'

/** Ids of the groups or devices that a rule or webhook is limited to. */
const targets = (table: string, owner: string, of: 'group' | 'device') =>
  of === 'group'
    ? from(
        [`${table}.group_id`],
        'array',
        `array(select x.group_id from ${table} x
          where x.account_id = t.account_id and x.${owner} = t.number and x.group_id is not null order by 1)`,
      )
    : from(
        [`${table}.device_number`],
        'array',
        `array(select d.id from ${table} x
          join devices d on d.account_id = x.account_id and d.number = x.device_number
          where x.account_id = t.account_id and x.${owner} = t.number order by d.number)`,
      )

const linked = (table: string, column: string, target: string) =>
  from(
    [`${table}.${column}`],
    'array',
    `array(select r.id from ${table} x join ${target} r on r.account_id = x.account_id and r.number = x.${column}
      where x.account_id = t.account_id and x.rule_number = t.number order by r.number)`,
  )

export const alertKinds: ExportedKind[] = [
  {
    name: 'alertRules',
    table: 'alert_rules',
    api: 'AlertRule',
    about: 'Alert rules.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      type: text('kind'),
      enabled: flag('enabled'),
      severity: text('severity'),
      settings: object('settings'),
      conditions: object('conditions'),
      appliesTo: text('applies_to'),
      groups: targets('rule_targets', 'rule_number', 'group'),
      devices: targets('rule_targets', 'rule_number', 'device'),
      geofences: linked('rule_geofences', 'geofence_number', 'geofences'),
      contacts: linked('rule_contacts', 'contact_number', 'contacts'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'alerts',
    table: 'alerts',
    api: 'Alert',
    about: 'Alerts.',
    key: { number: 'bigint' },
    located: 'here',
    fields: {
      id: text('id'),
      deviceId: deviceId(),
      dateTime: time('at'),
      raisedAt: time('raised_at'),
      name: text('name'),
      severity: text('severity'),
      text: text('text'),
      latitude: degrees('latitude'),
      longitude: degrees('longitude'),
      place: computed,
      ruleId: idOf('alert_rules', 'rule_number'),
      cause: text('cause'),
      late: flag('late'),
      delayedSeconds: number('delayed_seconds'),
      explanation: object('explanation'),
      acknowledgedAt: time('acknowledged_at'),
      acknowledgedBy: text('acknowledged_by'),
      acknowledgedByContact: object('acknowledged_by_contact'),
      resolvedAt: time('resolved_at'),
      resolvedBy: text('resolved_by'),
      withdrawnAt: time('withdrawn_at'),
      note: text('note'),
    },
  },
  {
    name: 'contacts',
    table: 'contacts',
    api: 'Contact',
    about: 'Contacts.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      channel: text('channel'),
      address: text('address'),
      language: text('language'),
      userId: text('user_id'),
      verified: from([], 'boolean', 't.verified_at is not null'),
      verifiedAt: time('verified_at'),
      goneAt: time('gone_at'),
      goneReason: text('gone_reason'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'notifications',
    table: 'notifications',
    api: 'Notification',
    about: 'Notifications, with every attempt to send them.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      alertId: idOf('alerts', 'alert_number'),
      deviceId: deviceId(),
      contactId: idOf('contacts', 'contact_number'),
      channel: text('channel'),
      to: text('address'),
      language: text('language'),
      topic: text('topic'),
      urgent: flag('urgent'),
      state: text('state'),
      reason: text('reason'),
      cap: text('cap'),
      dueAt: time('due_at'),
      providerId: text('provider_id'),
      receipt: text('receipt'),
      createdAt: time('created_at'),
      sentAt: time('sent_at'),
      attempts: from(
        ['day', 'began_at', 'ended_at', 'outcome', 'error', 'attempt', 'price'].map(
          (column) => `notification_attempts.${column}`,
        ),
        'array',
        `coalesce((select json_agg(json_build_object('startedAt', iso_time(a.began_at), 'endedAt', iso_time(a.ended_at),
          'outcome', a.outcome, 'error', a.error, 'day', a.day, 'price', a.price) order by a.attempt)
          from notification_attempts a
          where a.account_id = t.account_id and a.notification_number = t.number), '[]')`,
      ),
    },
  },
  {
    name: 'notificationGaps',
    table: 'notification_gaps',
    about: 'When a repeated message was last sent to an address, and how many were suppressed since.',
    key: { device_number: 'int', topic: 'text', address: 'text' },
    fields: {
      deviceId: deviceId(),
      topic: text('topic'),
      to: text('address'),
      lastSentAt: time('last_sent_at'),
      gapSeconds: number('gap_seconds'),
      sends: number('sends'),
      suppressed: number('suppressed'),
      previouslySuppressed: number('previously_suppressed'),
    },
  },
  {
    name: 'webhooks',
    table: 'webhooks',
    api: 'Webhook',
    about: 'Webhooks, without their secrets.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      url: text('url'),
      enabled: flag('enabled'),
      events: list('events'),
      appliesTo: text('applies_to'),
      groups: targets('webhook_targets', 'webhook_number', 'group'),
      devices: targets('webhook_targets', 'webhook_number', 'device'),
      disabled: from(
        ['disabled_at', 'disabled_reason'],
        'object',
        `case when t.disabled_at is not null
          then json_build_object('disabledAt', iso_time(t.disabled_at), 'reason', t.disabled_reason) end`,
      ),
      failingSince: time('failing_since'),
      pausedUntil: time('paused_until'),
      lastGapAt: time('gap_at'),
      redelivery: from(
        ['redelivery_from', 'redelivery_to'],
        'object',
        `json_build_object('from', iso_time(t.redelivery_from), 'to', iso_time(t.redelivery_to))`,
      ),
      oldSecretUntil: time('old_secret_until'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'webhookDeliveries',
    table: 'webhook_deliveries',
    api: 'WebhookDelivery',
    about: 'Deliveries of the last days.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      webhookId: idOf('webhooks', 'webhook_number'),
      eventId: text('event_id'),
      type: text('event_type'),
      deviceId: deviceId(),
      state: text('state'),
      redelivery: flag('is_redelivery'),
      request: text('body'),
      attempts: list('log'),
      firstTriedAt: time('first_tried_at'),
      createdAt: time('created_at'),
      endedAt: time('ended_at'),
    },
  },
]
