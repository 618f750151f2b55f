// The error codes of the API. The type of `CallerError` admits no others, so this list is complete.

/** Statuses, meaning, and what the caller can do. */
type Entry = readonly [statuses: readonly number[], meaning: string, remedy: string]

export const errorCodes = {
  'access.busy': [[429], 'Too many sign-ins at the same time.', 'Retry after `Retry-After`.'],
  'access.key_limited': [
    [403],
    'An API key with limits cannot manage API keys, sessions, passwords or report schedules.',
    'Sign in, or use a key without limits.',
  ],
  'access.network_refused': [
    [401],
    'The API key of the token is not accepted from this network.',
    'Call from one of the networks of the key, or change them.',
  ],
  'access.not_recent': [
    [403],
    'The action requires an authentication less than five minutes old.',
    'Sign in again and repeat the call. With an API key, get a new token; some actions accept no API key.',
  ],
  'access.privilege_missing': [
    [403],
    'The user lacks the privilege named in the message.',
    'Ask an administrator of the account for the privilege.',
  ],
  'access.scope_too_small': [
    [403],
    'The user has access to a group or a device, but the action concerns more.',
    'Use a user whose scope is the whole account.',
  ],
  'access.too_many_attempts': [
    [429],
    'Too many failed attempts with this name, or from this address.',
    'Retry after `Retry-After`, with the right credentials.',
  ],
  'account.already_closing': [[409], 'The account is already being closed.', 'Nothing.'],
  'account.blocked': [[403], 'The account is blocked.', 'Contact your provider.'],
  'account.closing': [
    [403],
    'The account is being closed: only its holder has access, to read, export, or undo the closing.',
    'The account holder can undo the closing.',
  ],
  'account.erasing': [[409], 'The account is being erased. The closing cannot be undone.', 'Nothing.'],
  'account.moving': [
    [503],
    'The account is being moved to another cell and is read-only for some seconds.',
    'Retry after `Retry-After`.',
  ],
  'account.name_differs': [
    [400],
    'The name in the request is not the name of the account.',
    'Send the name as GET /api/account shows it.',
  ],
  'account.not_allowed': [[403], 'Only the account holder can change the account.', 'Use that user.'],
  'account.not_closing': [[409], 'The account is not being closed.', 'Nothing.'],
  'account.not_owner': [[403], 'Only the account holder can export or close the account.', 'Use that user.'],
  'account.suspended': [
    [403],
    'The account is suspended: administrators and API keys read, and nothing can be changed except your own sign-in.',
    'GET /api/account has the reason. Contact your provider.',
  ],
  'alertRules.dry_run_too_long': [
    [422],
    'The dry run took too long.',
    'Choose a shorter period, or simpler geofences.',
  ],
  'alertRules.name_taken': [[409], 'Another rule has this name.', 'Choose another name.'],
  'alertRules.not_found': [
    [404],
    'The rule does not exist, or is not visible to you.',
    'Check the id with GET /api/alertRules.',
  ],
  'alertRules.too_many': [[409], 'The account has the maximum number of rules.', 'Delete some.'],
  'alerts.not_found': [
    [404],
    'The alert does not exist, or is not visible to you.',
    'Check the id with GET /api/alerts.',
  ],
  'apiKeys.not_found': [
    [404],
    'The API key does not exist, or is not visible to you.',
    'Check the id with GET /api/apiKeys.',
  ],
  'apiKeys.not_yours': [
    [403],
    'Only its user can change or regenerate an API key.',
    'Delete the key instead.',
  ],
  'apiKeys.too_many': [[409], 'The account has the maximum number of API keys.', 'Delete unused ones.'],
  'body.invalid': [
    [400],
    'The body is not JSON, or breaks its schema; `details` lists every fault.',
    'Correct the body.',
  ],
  'body.too_large': [[413], 'The body is larger than the path accepts.', 'Send it in parts.'],
  'body.unsupported_type': [
    [415],
    'The media type of the body is not accepted by this path.',
    'Send the `Content-Type` named in the message.',
  ],
  'brand.name_reserved': [[409], 'The name is that of the platform.', 'Choose another name.'],
  'brand.no_picture': [
    [404],
    'There is no such picture.',
    'Read the brand again: a new picture has a new path.',
  ],
  'brand.not_set': [[409], 'The reseller has no brand yet.', 'Call PUT /api/resale/brand first.'],
  'brand.picture_refused': [
    [422],
    'The picture is not a PNG, is damaged, or does not have an accepted size.',
    'The message has the reason. Save it as PNG in a size that PUT /api/resale/brand/pictures/{type} accepts.',
  ],
  'change.conflict': [
    [409],
    'Other requests changed the same resources at the same time.',
    'Repeat the call.',
  ],
  'commands.no_tracker': [
    [409],
    'The device has no identifier or has never connected, so nothing can receive the command.',
    'Set its identifier, and wait for its first connection.',
  ],
  'commands.not_found': [
    [404],
    'The command does not exist, or is not visible to you.',
    'Check the id with GET /api/devices/{deviceId}/commands.',
  ],
  'commands.not_queued': [[409], 'The command has already been sent, so it cannot be cancelled.', 'Nothing.'],
  'commands.not_supported': [
    [409],
    'The protocol or the model of the tracker does not have this command.',
    'Check the protocol and the model of the device.',
  ],
  'commands.queue_full': [[409], 'The device has too many queued commands.', 'Cancel some of them.'],
  'contacts.address_taken': [[409], 'Another contact has this address.', 'Use that contact.'],
  'contacts.channel_not_configured': [
    [409],
    'The operator has not configured this channel.',
    'Use another channel, or ask the operator.',
  ],
  'contacts.code_expired': [[409], 'The code is older than ten minutes.', 'Request a new code.'],
  'contacts.code_wrong': [[400], 'This is not the code that was sent.', 'Send the code of the message.'],
  'alerts.link_invalid': [
    [404],
    'The link of a message does not exist or has expired, or its alert is over.',
    'Open the alert in the interface.',
  ],
  'contacts.link_invalid': [
    [404],
    'The verification link does not exist, has expired, or was replaced by a newer one.',
    'Request a new message.',
  ],
  'contacts.no_code': [[409], 'No code was sent to this contact yet.', 'Request a code.'],
  'contacts.not_found': [
    [404],
    'The contact does not exist, or is not visible to you.',
    'Check the id with GET /api/contacts.',
  ],
  'contacts.too_many': [[409], 'The account has the maximum number of contacts.', 'Delete some.'],
  'contacts.sms_not_allowed': [
    [409],
    'A spending cap of zero allows your account no SMS.',
    'Use e-mail, or ask your provider for more.',
  ],
  'contacts.too_many_codes': [
    [429],
    'Too many codes were sent to this address.',
    'Retry after `Retry-After`.',
  ],
  'contacts.too_many_tries': [[409], 'The code was tried too often.', 'Request a new code.'],
  'contacts.verified': [[409], 'The contact is already verified.', 'Nothing.'],
  'devices.identifier_taken': [
    [409],
    'A device already has this identifier.',
    'Check the identifier; delete the other device if it is yours and unused.',
  ],
  'devices.in_use': [
    [409],
    'A user has access to this device only.',
    'Change that user first, then delete the device.',
  ],
  'devices.no_photo': [
    [404],
    'The device has no photo, or there is no such device for this caller.',
    'Upload one with PUT /api/devices/{id}/photo.',
  ],
  'devices.not_expired': [[409], 'The device is active: there is nothing to reactivate.', 'Nothing.'],
  'devices.not_found': [
    [404],
    'The device does not exist, or is not visible to you.',
    'Check the id with GET /api/devices.',
  ],
  'devices.too_many_identifiers': [
    [429],
    'The account tried to assign too many tracker identifiers in 24 hours.',
    'Retry after `Retry-After`, or ask for more licenses.',
  ],
  'docs.not_built': [[404], 'The documentation was not built.', 'The operator runs `npm run docs`.'],
  'drivers.not_found': [
    [404],
    'The driver does not exist, or is not visible to you.',
    'Check the id with GET /api/drivers.',
  ],
  'drivers.too_many': [[409], 'The account has the maximum number of drivers.', 'Delete some.'],
  'drivers.too_many_assignments': [
    [409],
    'The device has the maximum number of assignments.',
    'Clear a period of the past: PUT without a driver.',
  ],
  'driverTags.not_found': [
    [404],
    'The tag does not exist, or is not visible to you.',
    'Check the id with GET /api/drivers/{id}/tags.',
  ],
  'driverTags.taken': [
    [409],
    'The tag is of another driver at that time.',
    'End it there first, or choose another period.',
  ],
  'driverTags.too_many': [[409], 'The driver has the maximum number of tags.', 'Delete some.'],
  'events.cursor_invalid': [
    [400],
    'This is not a cursor of the event log.',
    'Send the last `id` of the stream, or start without a cursor.',
  ],
  'events.too_old': [
    [410],
    'Events since this cursor are no longer stored.',
    'Read what changed since then, and subscribe without a cursor.',
  ],
  'exports.expired': [
    [410],
    'The archive was deleted 7 days after it was written.',
    'Create another export.',
  ],
  'exports.not_found': [
    [404],
    'The export does not exist, or is not visible to you.',
    'Check the id with GET /api/account/exports.',
  ],
  'exports.not_ready': [[404], 'The archive is not written yet.', 'Wait until `state` is `ready`.'],
  'exports.one_a_day': [
    [429],
    'The account was exported within the last day.',
    'Download that archive, or retry after `Retry-After`.',
  ],
  'fuelEvents.not_found': [
    [404],
    'The fill or drain does not exist, was withdrawn after later locations, or is not visible to you.',
    'Read the list again with GET /api/fuelEvents.',
  ],
  'fuelSensors.not_found': [
    [404],
    'The fuel sensor does not exist, or is not visible to you.',
    'Check the id with GET /api/devices/{id}/fuelSensors.',
  ],
  'fuelSensors.too_many': [[409], 'The device has the maximum number of fuel sensors.', 'Delete one.'],
  'geofences.invalid_shape': [
    [400],
    'The geometry is not valid GeoJSON of a supported type; `details` lists every fault.',
    'Correct the geometry.',
  ],
  'geofences.in_use': [[409], 'A rule uses this geofence.', 'Change the rule first.'],
  'geofences.name_taken': [[409], 'Another geofence has this name.', 'Choose another name.'],
  'geofences.not_found': [
    [404],
    'The geofence does not exist, or is not visible to you.',
    'Check the id with GET /api/geofences.',
  ],
  'geofences.too_many': [[409], 'The account has the maximum number of geofences.', 'Delete some.'],
  'geofences.too_many_positions': [
    [409],
    'The geofences of the account have too many positions in total.',
    'Simplify them.',
  ],
  'groups.in_use': [[409], 'A user is limited to this group.', 'Change that user first.'],
  'groups.name_taken': [[409], 'Another group has this name.', 'Choose another name.'],
  'groups.not_found': [
    [404],
    'The group does not exist, or is not visible to you.',
    'Check the id with GET /api/groups.',
  ],
  'header.invalid': [[400], 'A request header is invalid.', 'Correct the header.'],
  'hosts.not_found': [[404], 'The host does not exist, or is not yours to see.', 'Check the name.'],
  'hosts.not_verified': [
    [409],
    'Links cannot have a host that is not verified, and those of the platform have its public URL.',
    'Add the TXT record, and check the host.',
  ],
  'hosts.too_many': [[409], 'A reseller has at most 20 hosts.', 'Remove one first.'],
  'hosts.too_many_today': [
    [429],
    'The limit of new hosts a day is reached, of the reseller or of the platform.',
    'Retry after `Retry-After`.',
  ],
  'host.unknown': [
    [421],
    'The server does not answer under the host name of the request.',
    'Use the URL of the platform or of your provider. Operators: RASTRO_OTHER_HOSTS.',
  ],
  'idempotency.invalid': [
    [400],
    'The Idempotency-Key is not 1 to 200 visible ASCII characters.',
    'Send another key.',
  ],
  'idempotency.key_reused': [
    [422],
    'The Idempotency-Key was used for a different request.',
    'Use a new key for each request.',
  ],
  'import.columns': [[400], 'The header of the CSV file has unknown or missing columns.', 'Correct it.'],
  'import.empty': [[400], 'The CSV file has no rows.', 'Send a file with rows.'],
  'import.invalid': [
    [400],
    'Rows of the CSV file have faults; nothing was created.',
    'Correct the rows listed in `details`.',
  ],
  'import.not_csv': [[400], 'The file is not CSV.', 'Send CSV with a header.'],
  'import.too_many_rows': [[400], 'The CSV file has more than 10,000 rows.', 'Send it in parts.'],
  'ingest.secret_wrong': [
    [401],
    'The secret of the ingest key is wrong, or the key was deleted.',
    'Check the URL or the password that the tracker uses.',
  ],
  'ingestKeys.mapping': [
    [400],
    'The ingest key needs a mapping and has none, or has one and needs none.',
    'Send `mapping` with the protocol `mapping`, and only with it.',
  ],
  'ingestKeys.not_found': [
    [404],
    'The ingest key does not exist, or is not visible to you.',
    'Check the id with GET /api/ingestKeys.',
  ],
  'ingestKeys.too_many': [[409], 'The account has the maximum number of ingest keys.', 'Delete some.'],
  'ingestKeys.whole_account': [
    [403],
    'Ingest keys require access to the whole account.',
    'Use a user without a group or device.',
  ],
  'licenses.none_free': [
    [409],
    'All licenses of the account are in use.',
    'Let a device expire, delete one, or ask the operator for more licenses.',
  ],
  'licenses.in_use': [
    [409],
    'Fewer licenses can be moved back: the others are in use.',
    'Move back at most the number in the message, or let devices expire first.',
  ],
  'licenses.not_pooled': [[409], 'The licenses of the account come from no pool.', 'Ask the operator.'],
  'licenses.pool_empty': [
    [409],
    'The pool has fewer free licenses.',
    'Move licenses back from other accounts, or ask your provider for more.',
  ],
  'licenses.transfer_exists': [
    [409],
    'The Idempotency-Key was used for another transfer of licenses.',
    'Use a new key.',
  ],
  'licenses.transfer_pending': [
    [409],
    'Another transfer of licenses of the same account is not settled yet.',
    'Try again after a second.',
  ],
  'locations.none_yet': [[404], 'The device has not reported a location yet.', 'Wait for the first report.'],
  'locations.period_too_long': [
    [400],
    'The period has too many archived locations for one read.',
    'Choose a shorter period.',
  ],
  'locations.rate_exceeded': [
    [429],
    'The device or the account reports more bytes per second than the log accepts from one of them.',
    'Retry after `Retry-After`.',
  ],
  'locations.share_exceeded': [
    [429],
    'Too many locations of the account are waiting to be stored.',
    'Retry after `Retry-After`.',
  ],
  'mail.not_configured': [[409], 'The platform has no mail server.', 'Contact the operator.'],
  'maintenancePlans.name_taken': [[409], 'Another plan has this name.', 'Choose another name.'],
  'maintenancePlans.not_found': [
    [404],
    'The plan does not exist, does not apply to the device, or is not visible to you.',
    'Check the id with GET /api/maintenancePlans.',
  ],
  'maintenancePlans.too_many': [[409], 'The account has the maximum number of plans.', 'Delete some.'],
  'maintenanceWork.not_found': [
    [404],
    'The record of work does not exist, or is not visible to you.',
    'Check the id with GET /api/devices/{deviceId}/maintenanceWork.',
  ],
  'maintenanceWork.too_many': [
    [409],
    'The device has the maximum number of records of work of a plan.',
    'Delete some.',
  ],
  'mappings.invalid': [
    [400],
    'An expression of the mapping is not valid.',
    'Correct it; POST /api/mappings/test shows what a mapping makes of a payload.',
  ],
  'mappings.over_budget': [
    [429],
    'The mappings of the account take too much computing time.',
    'Simplify their expressions, or send less at once.',
  ],
  'mappings.too_long': [
    [422],
    'A payload took the mapping too much time or memory.',
    'Simplify its expressions, or send smaller payloads.',
  ],
  'method.not_allowed': [[405], 'The path does not have this method.', 'Use a method of the header `Allow`.'],
  'passkeys.invalid': [
    [400],
    'The answer of the authenticator is not valid.',
    'Register again, with a new challenge.',
  ],
  'passkeys.not_found': [
    [404],
    'The passkey does not exist, or is not yours.',
    'Check the id with GET /api/me/passkeys.',
  ],
  'passkeys.too_many': [[409], 'You have the maximum number of passkeys.', 'Remove one.'],
  'patch.password': [[400], 'A JSON Patch copies or moves the password.', 'Set it by its value.'],
  'patch.test_failed': [
    [409],
    'A `test` operation of the JSON Patch failed; nothing was changed.',
    'Read the resource again.',
  ],
  'patch.unknown_path': [
    [400],
    'An operation of the JSON Patch names a path that does not exist.',
    'Correct the path.',
  ],
  'path.invalid': [[400], 'A parameter in the path is invalid.', 'Correct the id.'],
  'path.not_found': [[404], 'There is no such path.', 'Check the path with /openapi.json.'],
  'query.invalid': [
    [400],
    'A query parameter is unknown or invalid; `details` lists every fault.',
    'Correct the query; write `+` as `%2B`.',
  ],
  'quota.exhausted': [
    [429],
    'The account has used up its daily quota of API units.',
    'Retry after `Retry-After`: at midnight in the time zone of the account.',
  ],
  'range.needed': [
    [400],
    'The file is too large to be sent whole.',
    'Ask for parts of at most 8 MiB with the header Range.',
  ],
  'rate.busy': [
    [429],
    'Too many requests of the account, or sign-ins from the network, are in progress.',
    'Retry after `Retry-After`, with fewer requests in parallel.',
  ],
  'rate.exceeded': [[429], 'Too many requests per minute.', 'Retry after `Retry-After`.'],
  'recovery.not_running': [
    [404],
    'The recovery was stopped or has ended, or the link is not valid.',
    'Nothing to do.',
  ],
  'recoveryCodes.no_factor': [
    [409],
    'Recovery codes need a second factor.',
    'Add an authenticator app or a passkey first.',
  ],
  'reportDefinitions.not_found': [
    [404],
    'The saved report does not exist, or is not visible to the caller.',
    'Check the id with GET /api/reportDefinitions.',
  ],
  'reportDefinitions.too_many': [
    [409],
    'The account has the maximum number of saved reports.',
    'Delete some.',
  ],
  'reportEmails.limit_too_high': [
    [409],
    'The daily limit is above what your provider allows.',
    'Choose a lower limit, or ask your provider for more.',
  ],
  'reportSchedules.email_unverified': [
    [409],
    'The e-mail address of the caller is not verified.',
    'Verify it, and repeat the test.',
  ],
  'reportSchedules.not_found': [
    [404],
    'The report schedule does not exist, or is not visible to the caller.',
    'Check the id with GET /api/reportSchedules.',
  ],
  'reportSchedules.test_running': [[409], 'A test of the schedule is running.', 'Wait until it is done.'],
  'reportSchedules.too_many': [
    [409],
    'The account has the maximum number of report schedules.',
    'Delete some.',
  ],
  'reports.expired': [
    [410],
    'The file of the report was deleted: after 30 days, by a user, or to make room for newer ones.',
    'Create the report again.',
  ],
  'reports.not_found': [
    [404],
    'The report does not exist, or is not visible to you.',
    'Check the id with GET /api/reportRuns.',
  ],
  'reports.not_ready': [[404], 'The report has no file yet.', 'Wait until `state` is `done`.'],
  'reports.too_many_unfinished': [
    [429],
    'The account has too many queued and running reports.',
    'Retry after `Retry-After`, or cancel one.',
  ],
  'installation.operators_only': [
    [403],
    'Only operators who signed in see the installation.',
    'Sign in as an operator; API keys are not accepted.',
  ],
  'installation.too_many_test_emails': [
    [429],
    'Ten test e-mails were requested within an hour.',
    'Wait. Meanwhile look at what became of the last one: GET /api/platform/testEmail.',
  ],
  'prices.in_use': [
    [409],
    'Accounts or resellers pay by this price list.',
    'Give them another one with PUT /api/resale/nodes/{nodeId}/prices.',
  ],
  'prices.invalid': [
    [400],
    'The prices of SMS are incomplete, or one prefix is there twice.',
    'Add one price for each prefix, and one with the empty prefix.',
  ],
  'prices.not_found': [
    [404],
    'The price list does not exist or is not yours, or the node is not directly below yours.',
    'Check the id with GET /api/resale/priceLists.',
  ],
  'prices.too_many': [[409], 'A reseller has at most 100 price lists.', 'Delete one.'],
  'request.invalid': [[400], 'The request could not be parsed as HTTP.', 'Check the client or proxy.'],
  'resale.node_not_found': [
    [404],
    'The reseller or account does not exist, or is not below yours.',
    'Check the id with GET /api/resale/accounts or GET /api/resale/resellers.',
  ],
  'resale.not_found': [
    [404],
    'Your account is not the staff account of a reseller.',
    'Use a user of the staff account.',
  ],
  'resale.own_node': [
    [403],
    'The licenses, status and terms of your own reseller are set by your provider.',
    'Ask your provider.',
  ],
  'resale.platform_only': [[403], 'Only the platform can do this.', 'Ask your provider.'],
  'resale.reason_missing': [[400], 'The reason is missing or too long.', 'Give 1 to 500 characters.'],
  'resale.set_above': [
    [403],
    'The status was set by your provider, and only your provider can change it.',
    'Ask your provider.',
  ],
  'resale.status_unchanged': [[409], 'The reseller or account has this status already.', 'Nothing.'],
  'resale.too_deep': [
    [409],
    'Resellers are at most four levels below the platform.',
    'Create the reseller on a higher level.',
  ],
  'resale.too_many': [
    [409],
    'A reseller has at most 20,000 accounts and 500 resellers directly below it.',
    'Create another reseller, and accounts below it.',
  ],
  'usage.period_invalid': [[400], 'The period has no day, or more than 366.', 'Send `from` and `to`.'],
  'server.error': [[500], 'Internal error, logged with the request id.', 'Report it with the `requestId`.'],
  'secondFactor.none': [[409], 'The user has no second factor.', 'Nothing to do.'],
  'secondFactor.own_first': [
    [409],
    'You have no second factor yourself.',
    'Add one before you require it of others.',
  ],
  'secondFactor.required': [
    [409],
    'The account requires a second factor, and this is the last one.',
    'Add another one first.',
  ],
  'sender.checked_recently': [
    [429],
    'DNS was asked for the records a moment ago.',
    'Wait for the seconds in Retry-After. The server checks by itself too.',
  ],
  'sender.domain_reserved': [
    [409],
    'The domain is that of the platform.',
    'Give an address of your own domain.',
  ],
  'sender.not_found': [
    [404],
    'The reseller has no such sender.',
    'Read the senders again: it may have been changed or deleted.',
  ],
  'service.unavailable': [
    [503],
    'A dependency (database or message bus) is unavailable.',
    'Retry after `Retry-After`.',
  ],
  'session.code_wrong': [[401], 'The code is wrong, or was used before.', 'Send the current code.'],
  'session.ended': [[401], 'The session has ended.', 'Sign in again.'],
  'session.enrolment_link_required': [
    [403],
    'The second factor was reset.',
    'Sign in with the link in the e-mail, and set up a new one.',
  ],
  'session.foreign_origin': [
    [403],
    'A page of another origin called the sign-in.',
    'Programs use an API key instead.',
  ],
  'session.link_invalid': [
    [404],
    'The link was used, has expired, or was replaced by a newer one.',
    'Request a new link.',
  ],
  'session.password_temporary': [
    [403],
    'The password is temporary.',
    'Choose your own with PUT /session/password.',
  ],
  'session.passkey_refused': [
    [401],
    'The passkey is unknown, belongs to another site, or its answer is not valid.',
    'Use another passkey or another method.',
  ],
  'session.refused': [[401], 'The user name or the password is not valid.', 'Check both.'],
  'session.second_factor_required': [
    [403],
    'The user has a second factor.',
    'Also send the code of the authenticator app, or use a passkey.',
  ],
  'session.step_ended': [
    [401],
    'The sign-in took longer than 5 minutes, or had 5 wrong codes.',
    'Start again with POST /session.',
  ],
  'sessions.not_found': [
    [404],
    'The session does not exist, has ended, or is not visible to you.',
    'Check the id with GET /api/me/sessions.',
  ],
  'share.device_not_found': [[404], 'The link does not show this device.', 'Use a device of the link.'],
  'share.not_found': [[404], 'The link does not exist, has expired, or was revoked.', 'Ask for a new link.'],
  'share.not_live': [[409], 'The link shows a past period, without a live stream.', 'Read its locations.'],
  'share.too_many': [[429], 'Too many viewers follow this link.', 'Retry after `Retry-After`.'],
  'setup.code_wrong': [
    [403],
    'The setup code is wrong.',
    'Copy it from the log of the api process, or run `rastro setup`.',
  ],
  'setup.finished': [[409], 'The installation is set up already.', 'Sign in.'],
  'shares.not_found': [
    [404],
    'The share does not exist, or is not visible to you.',
    'Check the id with GET /api/shares.',
  ],
  'shares.too_many': [[409], 'The account has the maximum number of shares.', 'Revoke some.'],
  'signUp.challenge_invalid': [
    [400],
    'The challenge of the sign-up was used before, has expired, or is not solved.',
    'Get another one with GET /session/sign-up.',
  ],
  'signUp.off': [[404], 'The operator creates the accounts of this platform.', 'Ask the operator.'],
  'signUp.too_many': [
    [429],
    'Too many sign-ups: of the network this hour, of the e-mail domain or in all today.',
    'Retry after `Retry-After`.',
  ],
  'spendingCaps.too_high': [
    [409],
    'The cap is above what your provider allows.',
    'Choose a lower cap, or ask your provider for more.',
  ],
  'stream.too_many': [[429], 'The account has too many open streams.', 'Close some.'],
  'support.access_denied': [
    [403],
    'A support session may not call this.',
    'Ask a user of the account to do it.',
  ],
  'support.not_active': [
    [409],
    'The support session has not been approved, or has ended.',
    'Request a new one.',
  ],
  'support.not_found': [
    [404],
    'The support session does not exist, or is not yours to see.',
    'Check the id with GET /api/account/supportSessions or GET /api/resale/supportSessions.',
  ],
  'support.not_requested': [
    [409],
    'The request was answered already, or is too old.',
    'Ask for another one.',
  ],
  'support.own_account': [[409], 'The account is your own.', 'Use your own session.'],
  'support.too_many': [
    [429],
    'The account has too many open requests, or had too many within a day.',
    'Wait until they are answered.',
  ],
  'support.write_not_requested': [[400], 'Only reading was requested.', 'Approve reading.'],
  'token.invalid': [
    [401],
    'The token is missing, malformed, expired or revoked.',
    'Get a new token with POST /api/Auth/Token.',
  ],
  'token.refused': [
    [401],
    'The user name or the API key is not valid. The token response has no code; the client uses this one.',
    'Check both.',
  ],
  'totp.code_wrong': [[400], 'This is not the code of the new app.', 'Check the time of the phone.'],
  'totp.not_found': [[404], 'You have no authenticator app.', 'Nothing to do.'],
  'totp.not_started': [[409], 'No new authenticator app waits for a code.', 'Start with POST /api/me/totp.'],
  'trackMarks.exists': [[409], 'The device has the same mark at this instant already.', 'Nothing to do.'],
  'trackMarks.not_found': [
    [404],
    'The mark does not exist, or is not visible to you.',
    'Check the id with GET /api/devices/{id}/trackMarks.',
  ],
  'trackMarks.too_many': [[409], 'The device has the maximum number of marks.', 'Delete some.'],
  'tripSettings.dry_run_too_long': [[422], 'The dry run took too long.', 'Choose a shorter period.'],
  'tripSettings.too_many_locations': [
    [422],
    'The period of the dry run has too many locations.',
    'Choose a shorter period.',
  ],
  'trips.not_a_trip': [
    [409],
    'It is a stop or a gap; only trips have a purpose and a driver.',
    'Name a trip.',
  ],
  'trips.not_found': [
    [404],
    'There is no such trip, stop or gap, it was withdrawn, or it is of a device that you cannot see.',
    'Read the list of the device again. The corrections of a withdrawn trip are kept.',
  ],
  'trips.too_many_changes': [[409], 'The trip has the maximum number of changes.', 'Nothing.'],
  'url.invalid': [[400], 'The path is not a valid URL path.', 'Encode it.'],
  'url.too_long': [[414], 'The URL is too long.', 'Use a POST with a body where the path has one.'],
  'users.cannot_grant': [
    [403],
    'You cannot grant a role, privilege or group that you do not have.',
    'Use a user who has it.',
  ],
  'users.name_taken': [[409], 'The user name is taken on this platform.', 'Choose another user name.'],
  'users.not_eligible': [
    [409],
    'This user cannot become the account holder.',
    'Choose an enabled administrator.',
  ],
  'users.not_found': [
    [404],
    'The user does not exist, or is not visible to you.',
    'Check the id with GET /api/users.',
  ],
  'users.not_owner': [[403], 'Only the account holder can transfer the account.', 'Use that user.'],
  'users.outlives_caller': [
    [403],
    'A user that expires cannot create, extend or take over one that expires later.',
    'Set `expires` no later than your own.',
  ],
  'users.owner': [
    [403, 409],
    'The account holder cannot be changed or deleted this way.',
    'Transfer the account first.',
  ],
  'users.too_many': [
    [409],
    'The terms of your provider allow no more users.',
    'Delete a user, or ask your provider.',
  ],
  'users.too_many_mails': [
    [429],
    'Too many invitations, or too many changes of an e-mail address.',
    'Retry after `Retry-After`.',
  ],
  'version.stale': [
    [412],
    'The resource has changed since the ETag in `If-Match`.',
    'Read it again, then repeat the change.',
  ],
  'webhooks.delivery_not_found': [
    [404],
    'The delivery does not exist or is no longer stored.',
    'Check the id with GET /api/webhooks/{webhookId}/deliveries.',
  ],
  'webhooks.disabled': [[409], 'The webhook is disabled.', 'Enable it first.'],
  'webhooks.is_test': [[409], 'A test cannot be redelivered.', 'Send another test.'],
  'webhooks.not_found': [
    [404],
    'The webhook does not exist, or is not visible to you.',
    'Check the id with GET /api/webhooks.',
  ],
  'webhooks.redelivery_running': [[409], 'A redelivery is running.', 'Wait until it is done.'],
  'webhooks.too_many': [[409], 'The account has the maximum number of webhooks.', 'Delete some.'],
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof errorCodes

/** Codes of `rastro` commands and between cells; the API never returns them. */
export type OperatorCode =
  | 'caps.invalid'
  | 'licenses.invalid'
  | 'licenses.pooled'
  | 'resale.not_staff'
  | 'resale.terms_invalid'
  | 'passwords.invalid'
  | 'timeZone.invalid'
  | 'trips.account_missing'
  | `${'accounts' | 'archive' | 'backup' | 'cells' | 'demo' | 'erasure' | 'maps' | 'moves' | 'nats' | 'recover' | 'restore' | 'statement'}.${string}`
  | 'trips.account_missing'
