// Made by `npm run generate`. Do not edit.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys of the tokens (RFC 7517) */
        get: operations["listPublicKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Auth/Token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a user name and an API key for a token */
        post: operations["getToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the name or the time zone; the number of licenses is set by the operator */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/api/apiKeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API keys of the account */
        get: operations["listApiKeys"];
        put?: never;
        /** Make an API key */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apiKeys/{keyId}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an API key a new secret; the old one and its tokens die at once */
        post: operations["regenerateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apiKeys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API key; it and its tokens die at once */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users you may see */
        get: operations["listUsers"];
        put?: never;
        /** Create a user */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Countries by code, named in the language of Accept-Language */
        get: operations["listCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/timeZones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Time zones by IANA name, named in the language of Accept-Language */
        get: operations["listTimeZones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One user */
        get: operations["getUser"];
        /** Replace a user; absent fields are cleared, but `userName`, `role` and `password` stay */
        put: operations["replaceUser"];
        post?: never;
        /** Delete a user, with its API keys and sessions */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change a user by JSON Patch or merge patch */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/api/users/{userId}/handOver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make this administrator the account holder; you become an administrator */
        post: operations["handOverAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Groups you may see */
        get: operations["listGroups"];
        put?: never;
        /** Create a group */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One group */
        get: operations["getGroup"];
        /** Replace a group; absent fields are cleared */
        put: operations["replaceGroup"];
        post?: never;
        /** Delete a group; its devices stay */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /** Change a group by JSON Patch or merge patch */
        patch: operations["patchGroup"];
        trace?: never;
    };
    "/api/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Devices you may see */
        get: operations["listDevices"];
        put?: never;
        /** Create a device; it uses a license */
        post: operations["createDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One device */
        get: operations["getDevice"];
        /** Replace a device; absent `groups` and `limits` stay as they are */
        put: operations["replaceDevice"];
        post?: never;
        /** Delete a device and its history; its license is free */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        /** Change a device by JSON Patch or merge patch */
        patch: operations["patchDevice"];
        trace?: never;
    };
    "/api/fleet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every device you may see in one short line each, with where it is: for maps
         * @description Take the `cursor` of /api/events first, then all pages of this, then the stream after that cursor: so nothing is missed.
         */
        get: operations["listFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set a device’s expiry and daily limits */
        put: operations["replaceLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a device’s expiry and daily limits by JSON Patch or merge patch */
        patch: operations["patchLimits"];
        trace?: never;
    };
    "/api/devices/{deviceId}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring an expired device back; needs a free license */
        post: operations["reactivateDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contacts you may see */
        get: operations["listContacts"];
        put?: never;
        /** Create a contact; it is told nothing before it is verified */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One contact */
        get: operations["getContact"];
        /** Replace a contact; another address has to be verified anew */
        put: operations["replaceContact"];
        post?: never;
        /** Delete a contact; it is told nothing more */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /** Change a contact by JSON Patch or merge patch */
        patch: operations["patchContact"];
        trace?: never;
    };
    "/api/contacts/{contactId}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a code of six digits to the contact */
        post: operations["sendContactCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts/{contactId}/verification/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify the contact by the code that arrived */
        post: operations["confirmContactCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was sent because of a device, what was not, and why; the newest first */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was sent to a device’s tracker and what became of it; the newest first */
        get: operations["listCommands"];
        put?: never;
        /**
         * Send something to the tracker, now or when it is there again; at most once
         * @description An output and a raw command need a token from a sign-in or key exchange of the last 5 minutes; otherwise 403 `access.not_recent`.
         */
        post: operations["giveCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/commands/{commandId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One command */
        get: operations["getCommand"];
        put?: never;
        post?: never;
        /** Cancel a command while it is queued */
        delete: operations["cancelCommand"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what, newest first */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/lastLocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a device was last */
        get: operations["getLastLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lastLocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where every device was last, in one call */
        get: operations["listLastLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Locations of a period, oldest first; also as GeoJSON, GPX, KML or CSV by the header Accept */
        get: operations["listLocations"];
        put?: never;
        /** With a period: read its locations. With locations: report them */
        post: operations["readOrReportLocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was heard of a device in the last days, newest first: to connect its tracker
         * @description At most 50, of the last 7 days, 20 of them locations. Connections are noted while a device brings no locations, and of what cannot be read a few each minute.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The inbox, newest first */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/{alertId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One alert */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Write a note on an alert, by JSON Patch or merge patch */
        patch: operations["changeAlert"];
        trace?: never;
    };
    "/api/alerts/{alertId}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why it was raised: the rule, the locations, what was remembered, the thresholds */
        get: operations["explainAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/{alertId}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that somebody knows */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/{alertId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that it is over */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{deviceId}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** With a period: read its alerts. With an alert: raise it */
        post: operations["readOrRaiseAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alertRules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is watched for */
        get: operations["listAlertRules"];
        put?: never;
        /** Watch for something */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alertRules/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One rule */
        get: operations["getAlertRule"];
        /** Replace a rule; absent fields are cleared, and it begins anew */
        put: operations["replaceAlertRule"];
        post?: never;
        /** Delete a rule; the alerts it raised stay */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        /** Change a rule by JSON Patch or merge patch */
        patch: operations["patchAlertRule"];
        trace?: never;
    };
    "/api/alertRules/dryRun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a rule would have raised in a device’s past; nothing is changed */
        post: operations["dryRunAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingestKeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ways in of the account */
        get: operations["listIngestKeys"];
        put?: never;
        /** Make a way in: a secret for a satellite operator or for phones, who then bring locations */
        post: operations["createIngestKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingestKeys/{ingestKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a way in; nothing comes in by it any more within 5 seconds */
        delete: operations["deleteIngestKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where events are posted to */
        get: operations["listWebhooks"];
        put?: never;
        /** Have events posted to a URL, from now on */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook, and how it fares */
        get: operations["getWebhook"];
        /** Replace a webhook; absent fields are cleared. Its secret and its place in the log stay */
        put: operations["replaceWebhook"];
        post?: never;
        /** Delete a webhook, with what waits for it and its log */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook by JSON Patch or merge patch */
        patch: operations["patchWebhook"];
        trace?: never;
    };
    "/api/webhooks/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new secret; the old one signs beside it for 24 hours */
        post: operations["replaceWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was posted, what waits and what failed for good; the newest first, for 7 days */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Post a delivery again, delivered or not, before the others of its device */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queue the events of a period again, as far as the log of 72 hours holds them */
        post: operations["redeliverPeriod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Post an event of type webhook.test at once, and tell what the receiver said */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens, as it happens
         * @description Server-Sent Events. Each has an `id`; whoever comes again with it in the header `Last-Event-ID` goes on behind it without a gap, for at least 24 hours. `hello` is the first event and gives the place where the stream begins; `skipped` says that something is missing and between which places; `end` says why the stream ends. The events themselves are described in /asyncapi.json.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened, by the page
         * @description The events of the stream, with the same places. Without `after` it gives no events, but the place where what happens from now on begins.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Share links, without their secrets */
        get: operations["listShares"];
        put?: never;
        /** Make a link that shows some devices to whoever has it, until it expires or is deleted */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One share, with its link to copy again */
        get: operations["getShare"];
        put?: never;
        post?: never;
        /** Revoke a share; its link is dead at once */
        delete: operations["deleteShare"];
        options?: never;
        head?: never;
        /** Change name or end of a share by JSON Patch or merge patch */
        patch: operations["patchShare"];
        trace?: never;
    };
    "/web/config.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the web interface must know before anybody has signed in */
        get: operations["getWebConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in by password */
        post: operations["signIn"];
        /** Sign out */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change one’s own password, and sign in anew; all other sessions end */
        put: operations["changeOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new token for the session in the cookie */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/geofences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Geofences of the account; also as a GeoJSON FeatureCollection by the header Accept */
        get: operations["listGeofences"];
        put?: never;
        /** Create a geofence; takes a GeoJSON Feature too, with these fields as its properties */
        post: operations["createGeofence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/geofences/{geofenceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One geofence; also as a GeoJSON Feature by the header Accept */
        get: operations["getGeofence"];
        /** Replace a geofence; absent fields are cleared */
        put: operations["replaceGeofence"];
        post?: never;
        /** Delete a geofence that no rule speaks of */
        delete: operations["deleteGeofence"];
        options?: never;
        head?: never;
        /** Change a geofence by JSON Patch or merge patch */
        patch: operations["patchGeofence"];
        trace?: never;
    };
    "/api/devices/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an import of devices would do, and every fault in the file */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create every device of a CSV file, or none */
        post: operations["importDevices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/share/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a link shows, and where its devices are
         * @description A browser, whose Accept prefers text/html, gets a page that shows the same.
         */
        get: operations["openShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/share/{secret}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a device of a link was, oldest first
         * @description Of a historic link within its period, of a live one since it was made. A full page may be followed by an empty one.
         */
        get: operations["listSharedLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/share/{secret}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the devices of a live link are, as it happens
         * @description Server-Sent Events like those of /api/stream: `hello`, `location` with a SharedLocation, `skipped`, and `end` once the link expired or was revoked.
         */
        get: operations["watchShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Error */
        Error: {
            /** @enum {boolean} */
            success: false;
            /** @description One sentence a person can act on. */
            error: string;
            /**
             * @description Stable, for programs.
             * @example licenses.none_free
             */
            code: string;
            /** @description Every fault of the request, not only the first. */
            details?: {
                path: string;
                message: string;
            }[];
            /** @description Also in the header X-Request-Id and in the log. */
            requestId: string;
            /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
            apiUsage?: number;
            /** @description Units the account has used today, this call included. */
            apiDailyUsage?: number;
        };
        /** Account */
        Account: {
            /** @example acc_2iVb7Qe0x1Jm5Zt8Kc3WnY */
            id: string;
            name: string;
            /** @description Days and dates of the account are counted in this zone (IANA). */
            timeZone: string;
            /** @description Each active device uses one. The total is set by the operator. */
            licenses: {
                total: number;
                used: number;
                free: number;
            };
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** ApiKey */
        ApiKey: {
            /** @example key_4nYJ1oZ0m6Yb3Uo2aWq8Kd */
            id: string;
            name: string;
            /** @description The user that the key acts as. */
            userName: string;
            /** Format: date-time */
            created: string;
            /** @description When a token was last taken with it, to the minute. */
            lastUsed: string | null;
            /** @description The address it was last used from. */
            lastUsedFrom: string | null;
        };
        /** User */
        User: {
            /** @example usr_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            name: string;
            /** Format: email */
            email: string;
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2; see /api/users/countries.
             */
            country: string;
            /**
             * Format: time-zone
             * @description IANA; see /api/users/timeZones.
             */
            timeZone: string;
            /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
            userName: string;
            /** @description Anything worth knowing. */
            description: string | null;
            /** @description Shown to the user after signing in. */
            message: string | null;
            /** @description Can neither sign in nor get a token. */
            disabled: boolean;
            /** @description Why, for whoever manages users. */
            disabledMessage: string | null;
            /** @description Your own names and values. */
            tags: {
                [key: string]: string;
            };
            role: "owner" | "administrator" | "standard";
            /** @description For a standard user. Owner and administrators may do everything. */
            privileges: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
            /** @description A standard user sees only the devices of this group … */
            group: string | null;
            /** @description … or only this device; with neither, none. */
            deviceId: string | null;
            /** @description May edit the devices it scope, and their limits. */
            adminDevices: boolean;
            /** @description Not valid before. */
            from: string | null;
            /** @description Not valid at or after. */
            expires: string | null;
            /** Format: date-time */
            creation: string;
            /** Format: date-time */
            modification: string;
            /** @description Last sign-in by password. */
            lastLogin: string | null;
        };
        /** Group */
        Group: {
            /** @example grp_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            /** @description Unique in the account. */
            name: string;
            description: string | null;
            /** @description Identifiers of the devices in the group. */
            devices: string[];
            /** Format: date-time */
            creation: string;
            /** Format: date-time */
            lastModified: string;
        };
        /** Geofence */
        Geofence: {
            /** @example geo_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            /** @description Unique in the account. */
            name: string;
            description: string | null;
            /**
             * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
             * @enum {string}
             */
            kind: "polygon" | "circle" | "corridor";
            /**
             * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
             * @example {
             *       "type": "Polygon",
             *       "coordinates": [
             *         [
             *           [
             *             2.1,
             *             41.3
             *           ],
             *           [
             *             2.3,
             *             41.3
             *           ],
             *           [
             *             2.3,
             *             41.5
             *           ],
             *           [
             *             2.1,
             *             41.3
             *           ]
             *         ]
             *       ]
             *     }
             */
            geometry: {
                /** @enum {string} */
                type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                coordinates: unknown[];
            };
            /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
            radius: number | null;
            /** @description Your own names and values. */
            tags: {
                [key: string]: string;
            };
            /** Format: date-time */
            creation: string;
            /** Format: date-time */
            lastModified: string;
        };
        /** DeviceLimits */
        DeviceLimits: {
            expires: boolean;
            /** @description Required while `expires` is true. The device is expired from the first instant of this date, in the account’s time zone. */
            expirationDate: string | null;
            /** @description Most e-mails a day from this device. null: no limit; 0: none. */
            dailyEmailLimit: number | null;
            /** @description Most SMS messages a day from this device. null: no limit; 0: none. */
            dailySmsLimit: number | null;
        };
        /** Device */
        Device: {
            /** @example dev_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            name: string;
            /** @description Anything worth knowing. */
            description: string | null;
            /** @description IMEI or serial number that the tracker reports. */
            identifier: string | null;
            /** @description Number of the SIM. */
            phoneNumber: string | null;
            /** @description Make and model. */
            model: string | null;
            /** @description The protocol the tracker speaks. */
            protocol: string | null;
            /** @description How often the tracker is to report; a rule can wait for it. */
            reportsEverySeconds: number | null;
            /** @description Your own names and values. */
            tags: {
                [key: string]: string;
            };
            groups: string[];
            state: "active" | "expired";
            /** @description Whether it uses a license now. */
            licensed: boolean;
            /** @description Heard of within the last ten minutes. */
            online: boolean;
            lastSeen: string | null;
            /** @description How whoever brought the newest location proved that he may: by a secret (a way in, or a token of this API), by the network he came from, or by nothing but the identifier. null: no location yet. */
            trust: "secret" | "network" | "identifier" | null;
            /** DeviceLimits */
            limits: {
                expires: boolean;
                /** @description Required while `expires` is true. The device is expired from the first instant of this date, in the account’s time zone. */
                expirationDate: string | null;
                /** @description Most e-mails a day from this device. null: no limit; 0: none. */
                dailyEmailLimit: number | null;
                /** @description Most SMS messages a day from this device. null: no limit; 0: none. */
                dailySmsLimit: number | null;
            };
            /** @description Messages that left today, counted in the account’s time zone. */
            usage: {
                /** Format: date */
                day: string;
                emailsSent: number;
                smsSent: number;
                /** Format: date-time */
                resetsAt: string;
            };
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /**
         * FleetRow
         * @description A device in one short line: id, name, state, online, groups, latitude, longitude, speed, course, fixedAt, lastSeen, moving, ignition, valid. More columns may come behind these.
         */
        FleetRow: [
            string,
            string,
            "active" | "expired",
            0 | 1,
            string[],
            number | null,
            number | null,
            number | null,
            number | null,
            number | null,
            number | null,
            (0 | 1) | null,
            (0 | 1) | null,
            0 | 1
        ];
        /** Contact */
        Contact: {
            /** @example con_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            name: string;
            channel: "email" | "sms";
            /** @description An e-mail address, or a telephone number with its country: +34600111222. */
            address: string;
            /** @description Of the letters. Without it: en. */
            language: "en" | "es" | "pt";
            /** @description The user it belongs to; deleted with that user. */
            user: string | null;
            /** @description Nothing is sent to an address before whoever reads it said so. */
            verified: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** Notification */
        Notification: {
            /** @example ntf_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            alert: string;
            alertName: string;
            channel: "email" | "sms";
            to: string;
            contact: string | null;
            state: "waiting" | "sending" | "sent" | "failed" | "suppressed";
            reason: string | null;
            receipt: string | null;
            /** Format: date-time */
            created: string;
            sent: string | null;
            /** @description Every time it was handed over. Only what was refused gave its unit back. */
            attempts: {
                /** Format: date-time */
                began: string;
                ended: string | null;
                outcome: ("accepted" | "refused" | "unknown") | null;
                error: string | null;
                /**
                 * Format: date
                 * @description The account’s day that a unit was taken from.
                 */
                day: string;
            }[];
        };
        /** Command */
        Command: {
            /** @example cmd_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            deviceId: string;
            /** @enum {unknown} */
            type: "position" | "interval" | "output" | "reboot" | "raw";
            /** @description What the type asks for. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, put into the protocol’s own frame, or `hex`, the whole frame as it is written to the tracker. position, reboot: nothing. */
            settings: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            state: "queued" | "sent" | "acknowledged" | "failed" | "expired";
            reason: string | null;
            answer: string | null;
            /** @description The user’s identifier. */
            createdBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            sentAt: string | null;
            endedAt: string | null;
        };
        /** Change */
        Change: {
            number: number;
            /** Format: date-time */
            dateTime: string;
            /** @description null: the operator of the platform. */
            userName: string | null;
            userId: string | null;
            requestId: string | null;
            /** @example devices.created */
            action: string;
            /** @description Identifier of what was changed. */
            target: string;
            before: unknown;
            after: unknown;
            /** @description Seals this row to the one before it. */
            hash: string;
        };
        /** Location */
        Location: {
            /**
             * Format: date-time
             * @description When the tracker was there.
             */
            dateTime: string;
            /**
             * Format: date-time
             * @description When we heard of it.
             */
            receivedAt?: string;
            latitude: number | null;
            longitude: number | null;
            /** @description Metres above sea level. */
            altitude?: number;
            /** @description Metres per second. */
            speed?: number;
            /** @description Degrees clockwise from north. */
            course?: number;
            /** @description Metres. */
            accuracy?: number;
            satellites?: number;
            /** @description False: no fix; the place, if any, is the last one known. */
            valid?: boolean;
            /** @description The tracker’s own battery, %. */
            battery?: number;
            /** @description The vehicle’s supply, volts. */
            powerVoltage?: number;
            /** @description % */
            fuel?: number;
            /** @description Second tank, %. */
            fuel2?: number;
            /** @description °C */
            temperature?: number;
            /** @description °C */
            temperature2?: number;
            /** @description % */
            humidity?: number;
            ignition?: boolean;
            moving?: boolean;
            /** @description Input 1 first. */
            inputs?: boolean[];
            /** @description Output 1 first. */
            outputs?: boolean[];
            /** @description Turns of the engine a minute. */
            rpm?: number;
            /** @description Kilometres. */
            mileage?: number;
            /** @description Seconds without movement. */
            inactiveSeconds?: number;
            /** @description What the tracker raised. */
            alerts?: string[];
            /** @description Whatever else it said, under the tracker’s own names. */
            attributes?: {
                [key: string]: number | string | boolean;
            };
            /** @description Only where the tracker’s clock could not be right: what it said. `dateTime` is then repaired, or when we heard. */
            deviceTime?: string | null;
        };
        /** ActivityEntry */
        ActivityEntry: {
            /**
             * Format: date-time
             * @description When it was heard.
             */
            at: string;
            /**
             * @description What came: a location, which is stored; a tracker that connected; or something that could not be read.
             * @enum {string}
             */
            kind: "location" | "connection" | "unreadable";
            /** @description null of a location. */
            protocol: string | null;
            /** @description What it was, in words. */
            text: string;
            location?: components["schemas"]["Location"];
            /** @description How what could not be read begins: up to 64 bytes, in hexadecimal digits. Only for who may edit devices. */
            excerpt?: string;
        };
        /** Alert */
        Alert: {
            /** @example alt_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            deviceId: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            dateTime: string;
            /**
             * Format: date-time
             * @description When we knew.
             */
            raisedAt: string;
            /**
             * @example sos
             * @example geofence.entered
             * @example speed.above
             */
            name: string;
            /** @enum {unknown} */
            severity: "info" | "warning" | "critical";
            text: string | null;
            latitude: number | null;
            longitude: number | null;
            rule: string | null;
            /** @enum {unknown} */
            state: "open" | "acknowledged" | "resolved" | "withdrawn";
            /** @description Came to light so late that nobody was told. */
            late: boolean;
            acknowledgedAt: string | null;
            acknowledgedBy: string | null;
            resolvedAt: string | null;
            resolvedBy: string | null;
            withdrawnAt: string | null;
            note: string | null;
            notifications: {
                channel: string;
                to: string;
                state: string;
                reason: string | null;
            }[];
        };
        /** AlertRule */
        AlertRule: {
            /** @example rul_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            /** @description Unique in the account. */
            name: string;
            /** @enum {unknown} */
            kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
            enabled: boolean;
            /** @enum {unknown} */
            severity: "info" | "warning" | "critical";
            /** @description What the kind asks for. */
            settings: {
                [key: string]: unknown;
            };
            conditions: {
                /** @description When the rule is heard. Absent: always. */
                schedule?: {
                    /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                    days?: number[];
                    /** @example 22:00 */
                    from: string;
                    /** @example 22:00 */
                    to: string;
                }[];
                /**
                 * Format: time-zone
                 * @description Of the schedule. Absent: the account’s.
                 */
                timeZone?: string;
                /** @description Less accurate locations are not judged. */
                accuracyM?: number;
            };
            /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
            groups: string[];
            /** @description Applies to these devices. */
            devices: string[];
            /** @description The geofences it is about. Absent: all of the account’s. */
            geofences: string[];
            /** @description Who is told. */
            contacts: string[];
            /** Format: date-time */
            creation: string;
            /** Format: date-time */
            lastModified: string;
        };
        /** IngestKey */
        IngestKey: {
            /** @example ing_4nYJ1oZ0m6Yb3Uo2aWq8Kd */
            id: string;
            /**
             * @description What comes in by it.
             * @enum {string}
             */
            protocol: "osmand" | "owntracks" | "garmin-ipc-outbound" | "rockblock" | "spot-push" | "spot-feed" | "globalstar-stu";
            name: string;
            /** Format: date-time */
            created: string;
            /** @description To the minute. */
            lastUsed: string | null;
        };
        /** Webhook */
        Webhook: {
            /** @example whk_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            name: string;
            /**
             * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
             * @example https://hooks.example.com/rastro
             */
            url: string;
            /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
            enabled: boolean;
            /**
             * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
             * @example [
             *       "alert",
             *       "device.expired"
             *     ]
             */
            events: string[];
            /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
            groups: string[];
            /** @description Events of these devices. */
            devices: string[];
            /** @description Why and since when nothing is sent, where nobody asked for that. */
            disabled: {
                /** Format: date-time */
                at: string;
                reason: string;
            } | null;
            /** @description Nothing was delivered since, and something failed. */
            failingSince: string | null;
            /** @description The receiver asked for a pause. */
            pausedUntil: string | null;
            /** @description When events were found to be gone from the log before they could be queued. */
            lastGap: string | null;
            /** @description Until then the secret before the current one signs too. */
            oldSecretUntil: string | null;
            /** @description The period that is being queued again. */
            redelivery: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            } | null;
            /** @description Events that are queued and not delivered yet. */
            waiting: number;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            /** @example dlv_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            /** @description The event’s identifier; the header webhook-id. */
            event: string;
            type: string;
            device: string | null;
            /**
             * @description failed: a dead letter. It is not tried again by itself.
             * @enum {unknown}
             */
            state: "waiting" | "delivered" | "failed";
            redelivery: boolean;
            /** @description When it is tried next, or its device’s delivery before it. */
            due: string | null;
            /** @description The body. */
            request: string;
            attempts: {
                /** Format: date-time */
                at: string;
                /** @description As it was at that time. */
                url: string;
                /** @description Absent where no answer came. */
                status: number | null;
                error: string | null;
                response: string | null;
                tookMs: number;
            }[];
            /** Format: date-time */
            created: string;
            ended: string | null;
        };
        /** Event */
        Event: {
            /** @description The same however often it is told. */
            id: string;
            /**
             * @description The kind, and what happened.
             * @example location
             * @example alert.raised
             * @example device.offline
             */
            type: string;
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            /** @description Of a location, the location; of an alert, the alert; and so on. */
            data: {
                [key: string]: unknown;
            };
        };
        /** Share */
        Share: {
            /** @example shr_0aB1cD2eF3gH4iJ5kL6mN7 */
            id: string;
            /** @description Shown to whoever has the link. */
            name: string;
            /**
             * Format: date-time
             * @description In 7 days unless said otherwise; 30 days ahead at most, or as the operator allows.
             */
            expires: string;
            /** @description What is shown beside place and time. Speed and course unless said otherwise. */
            fields: ("speed" | "course" | "altitude" | "accuracy" | "battery" | "ignition" | "moving" | "mileage" | "fuel" | "temperature" | "humidity")[];
            /** @description Whether the devices’ names are shown. True unless said otherwise. */
            showNames: boolean;
            devices: string[];
            /**
             * @description Live: from now on, until it expires. Historic: a period, and nothing else.
             * @enum {string}
             */
            kind: "live" | "historic";
            from: string | null;
            to: string | null;
            /** @description The user who made it. */
            createdBy: string;
            /** Format: date-time */
            creation: string;
            /** Format: date-time */
            lastModified: string;
        };
        /** SharedLocation */
        SharedLocation: {
            /** @description The device, by what it is called in this share. */
            device: number;
            /** Format: date-time */
            dateTime: string;
            /** @description Degrees, WGS 84. */
            latitude: number | null;
            /** @description Degrees, WGS 84. */
            longitude: number | null;
            /** @description False: no fix; the place, if any, is the last one known. */
            valid: boolean;
            /** @description Metres per second. */
            speed?: number;
            /** @description Degrees clockwise from north. */
            course?: number;
            /** @description Metres above sea level. */
            altitude?: number;
            /** @description Metres. */
            accuracy?: number;
            /** @description The tracker’s own battery, %. */
            battery?: number;
            ignition?: boolean;
            moving?: boolean;
            /** @description Kilometres. */
            mileage?: number;
            /** @description % */
            fuel?: number;
            /** @description °C */
            temperature?: number;
            /** @description % */
            humidity?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPublicKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Username of the account. */
                    userName: string;
                    /** @description API key issued for the account. */
                    apiKey: string;
                };
            };
        };
        responses: {
            /** @description The token was issued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description The JWT, for the header `Authorization: Bearer …`. */
                        token: string;
                        /**
                         * Format: date-time
                         * @description When the token ends, UTC.
                         */
                        expires: string;
                    };
                };
            };
            /** @description No token was issued; `error` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: false;
                        error: string;
                    };
                };
            };
            /** @description No token was issued; `error` says why. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: false;
                        error: string;
                    };
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        account: components["schemas"]["Account"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** Format: time-zone */
                    timeZone?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        account: components["schemas"]["Account"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        apiKeys: components["schemas"]["ApiKey"][];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the key is for, in your words. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /**
                         * @description The key itself. It is shown this once and kept by us only as a hash.
                         * @example rk_live_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…
                         */
                        apiKey: string;
                        key: components["schemas"]["ApiKey"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    regenerateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /**
                         * @description The key itself. It is shown this once and kept by us only as a hash.
                         * @example rk_live_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…
                         */
                        apiKey: string;
                        key: components["schemas"]["ApiKey"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Part of a name or e-mail. */
                search?: string;
                /** @description Only users of this group. */
                group?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        users: components["schemas"]["User"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; see /api/users/countries.
                     */
                    country: string;
                    /**
                     * Format: time-zone
                     * @description IANA; see /api/users/timeZones.
                     */
                    timeZone: string;
                    /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                    userName?: string;
                    /** @description Anything worth knowing. */
                    description?: string | null;
                    /** @description Shown to the user after signing in. */
                    message?: string | null;
                    /** @description Can neither sign in nor get a token. */
                    disabled?: boolean;
                    /** @description Why, for whoever manages users. */
                    disabledMessage?: string | null;
                    /** @description Your own names and values. */
                    tags?: {
                        [key: string]: string;
                    };
                    role?: "owner" | "administrator" | "standard";
                    /** @description For a standard user. Owner and administrators may do everything. */
                    privileges?: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                    /** @description A standard user sees only the devices of this group … */
                    group?: string | null;
                    /** @description … or only this device; with neither, none. */
                    deviceId?: string | null;
                    /** @description May edit the devices it scope, and their limits. */
                    adminDevices?: boolean;
                    /** @description Not valid before. */
                    from?: string | null;
                    /** @description Not valid at or after. */
                    expires?: string | null;
                    /** @description Write only. Long, and not a common one. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example usr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; see /api/users/countries.
                         */
                        country: string;
                        /**
                         * Format: time-zone
                         * @description IANA; see /api/users/timeZones.
                         */
                        timeZone: string;
                        /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                        userName: string;
                        /** @description Anything worth knowing. */
                        description: string | null;
                        /** @description Shown to the user after signing in. */
                        message: string | null;
                        /** @description Can neither sign in nor get a token. */
                        disabled: boolean;
                        /** @description Why, for whoever manages users. */
                        disabledMessage: string | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        role: "owner" | "administrator" | "standard";
                        /** @description For a standard user. Owner and administrators may do everything. */
                        privileges: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                        /** @description A standard user sees only the devices of this group … */
                        group: string | null;
                        /** @description … or only this device; with neither, none. */
                        deviceId: string | null;
                        /** @description May edit the devices it scope, and their limits. */
                        adminDevices: boolean;
                        /** @description Not valid before. */
                        from: string | null;
                        /** @description Not valid at or after. */
                        expires: string | null;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        modification: string;
                        /** @description Last sign-in by password. */
                        lastLogin: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCountries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description ISO 3166-1 alpha-2 code to name. */
                        countries: {
                            [key: string]: string;
                        };
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTimeZones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description IANA name to a name for people. */
                        timeZones: {
                            [key: string]: string;
                        };
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example usr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; see /api/users/countries.
                         */
                        country: string;
                        /**
                         * Format: time-zone
                         * @description IANA; see /api/users/timeZones.
                         */
                        timeZone: string;
                        /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                        userName: string;
                        /** @description Anything worth knowing. */
                        description: string | null;
                        /** @description Shown to the user after signing in. */
                        message: string | null;
                        /** @description Can neither sign in nor get a token. */
                        disabled: boolean;
                        /** @description Why, for whoever manages users. */
                        disabledMessage: string | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        role: "owner" | "administrator" | "standard";
                        /** @description For a standard user. Owner and administrators may do everything. */
                        privileges: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                        /** @description A standard user sees only the devices of this group … */
                        group: string | null;
                        /** @description … or only this device; with neither, none. */
                        deviceId: string | null;
                        /** @description May edit the devices it scope, and their limits. */
                        adminDevices: boolean;
                        /** @description Not valid before. */
                        from: string | null;
                        /** @description Not valid at or after. */
                        expires: string | null;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        modification: string;
                        /** @description Last sign-in by password. */
                        lastLogin: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; see /api/users/countries.
                     */
                    country: string;
                    /**
                     * Format: time-zone
                     * @description IANA; see /api/users/timeZones.
                     */
                    timeZone: string;
                    /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                    userName?: string;
                    /** @description Anything worth knowing. */
                    description?: string | null;
                    /** @description Shown to the user after signing in. */
                    message?: string | null;
                    /** @description Can neither sign in nor get a token. */
                    disabled?: boolean;
                    /** @description Why, for whoever manages users. */
                    disabledMessage?: string | null;
                    /** @description Your own names and values. */
                    tags?: {
                        [key: string]: string;
                    };
                    role?: "owner" | "administrator" | "standard";
                    /** @description For a standard user. Owner and administrators may do everything. */
                    privileges?: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                    /** @description A standard user sees only the devices of this group … */
                    group?: string | null;
                    /** @description … or only this device; with neither, none. */
                    deviceId?: string | null;
                    /** @description May edit the devices it scope, and their limits. */
                    adminDevices?: boolean;
                    /** @description Not valid before. */
                    from?: string | null;
                    /** @description Not valid at or after. */
                    expires?: string | null;
                    /** @description Write only. Long, and not a common one. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example usr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; see /api/users/countries.
                         */
                        country: string;
                        /**
                         * Format: time-zone
                         * @description IANA; see /api/users/timeZones.
                         */
                        timeZone: string;
                        /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                        userName: string;
                        /** @description Anything worth knowing. */
                        description: string | null;
                        /** @description Shown to the user after signing in. */
                        message: string | null;
                        /** @description Can neither sign in nor get a token. */
                        disabled: boolean;
                        /** @description Why, for whoever manages users. */
                        disabledMessage: string | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        role: "owner" | "administrator" | "standard";
                        /** @description For a standard user. Owner and administrators may do everything. */
                        privileges: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                        /** @description A standard user sees only the devices of this group … */
                        group: string | null;
                        /** @description … or only this device; with neither, none. */
                        deviceId: string | null;
                        /** @description May edit the devices it scope, and their limits. */
                        adminDevices: boolean;
                        /** @description Not valid before. */
                        from: string | null;
                        /** @description Not valid at or after. */
                        expires: string | null;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        modification: string;
                        /** @description Last sign-in by password. */
                        lastLogin: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example usr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; see /api/users/countries.
                         */
                        country: string;
                        /**
                         * Format: time-zone
                         * @description IANA; see /api/users/timeZones.
                         */
                        timeZone: string;
                        /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                        userName: string;
                        /** @description Anything worth knowing. */
                        description: string | null;
                        /** @description Shown to the user after signing in. */
                        message: string | null;
                        /** @description Can neither sign in nor get a token. */
                        disabled: boolean;
                        /** @description Why, for whoever manages users. */
                        disabledMessage: string | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        role: "owner" | "administrator" | "standard";
                        /** @description For a standard user. Owner and administrators may do everything. */
                        privileges: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                        /** @description A standard user sees only the devices of this group … */
                        group: string | null;
                        /** @description … or only this device; with neither, none. */
                        deviceId: string | null;
                        /** @description May edit the devices it scope, and their limits. */
                        adminDevices: boolean;
                        /** @description Not valid before. */
                        from: string | null;
                        /** @description Not valid at or after. */
                        expires: string | null;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        modification: string;
                        /** @description Last sign-in by password. */
                        lastLogin: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    handOverAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example usr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /** Format: email */
                        email: string;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; see /api/users/countries.
                         */
                        country: string;
                        /**
                         * Format: time-zone
                         * @description IANA; see /api/users/timeZones.
                         */
                        timeZone: string;
                        /** @description Unique on the platform, whatever its case. Without it: the e-mail address. */
                        userName: string;
                        /** @description Anything worth knowing. */
                        description: string | null;
                        /** @description Shown to the user after signing in. */
                        message: string | null;
                        /** @description Can neither sign in nor get a token. */
                        disabled: boolean;
                        /** @description Why, for whoever manages users. */
                        disabledMessage: string | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        role: "owner" | "administrator" | "standard";
                        /** @description For a standard user. Owner and administrators may do everything. */
                        privileges: ("devices.edit" | "devices.limits" | "commands.send" | "alerts.manage" | "geofences.manage" | "users.manage" | "reports.read" | "webhooks.manage" | "audit.read")[];
                        /** @description A standard user sees only the devices of this group … */
                        group: string | null;
                        /** @description … or only this device; with neither, none. */
                        deviceId: string | null;
                        /** @description May edit the devices it scope, and their limits. */
                        adminDevices: boolean;
                        /** @description Not valid before. */
                        from: string | null;
                        /** @description Not valid at or after. */
                        expires: string | null;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        modification: string;
                        /** @description Last sign-in by password. */
                        lastLogin: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Part of the name. */
                search?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        groups: components["schemas"]["Group"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account. */
                    name: string;
                    description?: string | null;
                    /** @description Identifiers of the devices in the group. */
                    devices?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example grp_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /** @description Identifiers of the devices in the group. */
                        devices: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example grp_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /** @description Identifiers of the devices in the group. */
                        devices: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account. */
                    name: string;
                    description?: string | null;
                    /** @description Identifiers of the devices in the group. */
                    devices?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example grp_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /** @description Identifiers of the devices in the group. */
                        devices: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example grp_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /** @description Identifiers of the devices in the group. */
                        devices: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description Part of the name, identifier or phone number. */
                search?: string;
                /** @description A tag’s name, or `name:value`. */
                tag?: string;
                /** @description Only devices of this group. */
                group?: string;
                state?: "active" | "expired";
                /** @description Changed at or after this time. */
                updatedSince?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        devices: components["schemas"]["Device"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Anything worth knowing. */
                    description?: string | null;
                    /** @description What the tracker calls itself: its IMEI or serial number. */
                    identifier?: string | null;
                    /** @description Number of the SIM. */
                    phoneNumber?: string | null;
                    /** @description Make and model. */
                    model?: string | null;
                    /** @description The protocol the tracker speaks. */
                    protocol?: string | null;
                    /** @description How often the tracker is to report; a rule can wait for it. */
                    reportsEverySeconds?: number | null;
                    /** @description Your own names and values. */
                    tags?: {
                        [key: string]: string;
                    };
                    /** @description Groups it is in. */
                    groups?: string[];
                    limits?: {
                        /** @default false */
                        expires: boolean;
                        /** @description Required while `expires` is true. The device is expired from the first instant of this date, in the account’s time zone. */
                        expirationDate?: string | null;
                        /** @description Most e-mails a day from this device. null: no limit; 0: none. */
                        dailyEmailLimit?: number | null;
                        /** @description Most SMS messages a day from this device. null: no limit; 0: none. */
                        dailySmsLimit?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Anything worth knowing. */
                    description?: string | null;
                    /** @description What the tracker calls itself: its IMEI or serial number. */
                    identifier?: string | null;
                    /** @description Number of the SIM. */
                    phoneNumber?: string | null;
                    /** @description Make and model. */
                    model?: string | null;
                    /** @description The protocol the tracker speaks. */
                    protocol?: string | null;
                    /** @description How often the tracker is to report; a rule can wait for it. */
                    reportsEverySeconds?: number | null;
                    /** @description Your own names and values. */
                    tags?: {
                        [key: string]: string;
                    };
                    /** @description Groups it is in. */
                    groups?: string[];
                    limits?: {
                        /** @default false */
                        expires: boolean;
                        /** @description Required while `expires` is true. The device is expired from the first instant of this date, in the account’s time zone. */
                        expirationDate?: string | null;
                        /** @description Most e-mails a day from this device. null: no limit; 0: none. */
                        dailyEmailLimit?: number | null;
                        /** @description Most SMS messages a day from this device. null: no limit; 0: none. */
                        dailySmsLimit?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFleet: {
        parameters: {
            query?: {
                /** @description Devices per page; 10,000 without it. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description What stands where in each line. */
                        columns: string[];
                        devices: components["schemas"]["FleetRow"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    expires: boolean;
                    /** @description Required while `expires` is true. The device is expired from the first instant of this date, in the account’s time zone. */
                    expirationDate?: string | null;
                    /** @description Most e-mails a day from this device. null: no limit; 0: none. */
                    dailyEmailLimit?: number | null;
                    /** @description Most SMS messages a day from this device. null: no limit; 0: none. */
                    dailySmsLimit?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reactivateDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Switches the expiry off.
                     * @enum {boolean}
                     */
                    expires?: false;
                    /**
                     * Format: date
                     * @description Moves the expiry to this date.
                     */
                    expirationDate?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        device: components["schemas"]["Device"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Part of the name or address. */
                search?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        contacts: components["schemas"]["Contact"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    channel: "email" | "sms";
                    /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                    address: string;
                    /** @description Of the letters. Without it: en. */
                    language?: "en" | "es" | "pt";
                    /** @description The user it belongs to; deleted with that user. */
                    user?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example con_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        channel: "email" | "sms";
                        /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                        address: string;
                        /** @description Of the letters. Without it: en. */
                        language: "en" | "es" | "pt";
                        /** @description The user it belongs to; deleted with that user. */
                        user: string | null;
                        /** @description Nothing is sent to an address before whoever reads it said so. */
                        verified: boolean;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example con_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        channel: "email" | "sms";
                        /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                        address: string;
                        /** @description Of the letters. Without it: en. */
                        language: "en" | "es" | "pt";
                        /** @description The user it belongs to; deleted with that user. */
                        user: string | null;
                        /** @description Nothing is sent to an address before whoever reads it said so. */
                        verified: boolean;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    channel: "email" | "sms";
                    /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                    address: string;
                    /** @description Of the letters. Without it: en. */
                    language?: "en" | "es" | "pt";
                    /** @description The user it belongs to; deleted with that user. */
                    user?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example con_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        channel: "email" | "sms";
                        /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                        address: string;
                        /** @description Of the letters. Without it: en. */
                        language: "en" | "es" | "pt";
                        /** @description The user it belongs to; deleted with that user. */
                        user: string | null;
                        /** @description Nothing is sent to an address before whoever reads it said so. */
                        verified: boolean;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example con_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        channel: "email" | "sms";
                        /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                        address: string;
                        /** @description Of the letters. Without it: en. */
                        language: "en" | "es" | "pt";
                        /** @description The user it belongs to; deleted with that user. */
                        user: string | null;
                        /** @description Nothing is sent to an address before whoever reads it said so. */
                        verified: boolean;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendContactCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /**
                         * Format: date-time
                         * @description Good until then.
                         */
                        expires: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmContactCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contactId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The six digits that arrived. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example con_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        channel: "email" | "sms";
                        /** @description An e-mail address, or a telephone number with its country: +34600111222. */
                        address: string;
                        /** @description Of the letters. Without it: en. */
                        language: "en" | "es" | "pt";
                        /** @description The user it belongs to; deleted with that user. */
                        user: string | null;
                        /** @description Nothing is sent to an address before whoever reads it said so. */
                        verified: boolean;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                state?: "waiting" | "sending" | "sent" | "failed" | "suppressed";
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        notifications: components["schemas"]["Notification"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCommands: {
        parameters: {
            query?: {
                state?: "queued" | "sent" | "acknowledged" | "failed" | "expired";
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        commands: components["schemas"]["Command"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    giveCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    type: "position" | "interval" | "output" | "reboot" | "raw";
                    /** @description What the type asks for. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, put into the protocol’s own frame, or `hex`, the whole frame as it is written to the tracker. position, reboot: nothing. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description Not sent from then on; at most 7 days ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `expiresAt`. Without either 3600, for an output 60. */
                    validForSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example cmd_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /** @enum {unknown} */
                        type: "position" | "interval" | "output" | "reboot" | "raw";
                        /** @description What the type asks for. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, put into the protocol’s own frame, or `hex`, the whole frame as it is written to the tracker. position, reboot: nothing. */
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @enum {unknown} */
                        state: "queued" | "sent" | "acknowledged" | "failed" | "expired";
                        reason: string | null;
                        answer: string | null;
                        /** @description The user’s identifier. */
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        sentAt: string | null;
                        endedAt: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
                commandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example cmd_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /** @enum {unknown} */
                        type: "position" | "interval" | "output" | "reboot" | "raw";
                        /** @description What the type asks for. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, put into the protocol’s own frame, or `hex`, the whole frame as it is written to the tracker. position, reboot: nothing. */
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @enum {unknown} */
                        state: "queued" | "sent" | "acknowledged" | "failed" | "expired";
                        reason: string | null;
                        answer: string | null;
                        /** @description The user’s identifier. */
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        sentAt: string | null;
                        endedAt: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
                commandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example cmd_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /** @enum {unknown} */
                        type: "position" | "interval" | "output" | "reboot" | "raw";
                        /** @description What the type asks for. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, put into the protocol’s own frame, or `hex`, the whole frame as it is written to the tracker. position, reboot: nothing. */
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @enum {unknown} */
                        state: "queued" | "sent" | "acknowledged" | "failed" | "expired";
                        reason: string | null;
                        answer: string | null;
                        /** @description The user’s identifier. */
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        sentAt: string | null;
                        endedAt: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Only changes of this thing. */
                target?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        changes: components["schemas"]["Change"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLastLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        lastLocation: components["schemas"]["Location"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLastLocations: {
        parameters: {
            query?: {
                /** @description Heard of at or after this time, or this cursor of the events. */
                updatedSince?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        locations: ({
                            deviceId: string;
                        } & components["schemas"]["Location"])[];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query: {
                /** @description Inclusive. A time, or a cursor of the events. */
                from: string;
                /** @description Exclusive. */
                to: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Leaves out locations that change the drawn line by less than this many metres. */
                simplify?: number;
            };
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        locations: components["schemas"]["Location"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readOrReportLocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        /** @description A period to read, or one or more locations to report. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: since
                     * @description Inclusive. A time, or a cursor of the events.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description Exclusive.
                     */
                    to: string;
                    /** @description Records per page. Without it the whole list is streamed. */
                    limit?: number;
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description Leaves out locations that change the drawn line by less than this many metres. */
                    simplify?: number;
                } | {
                    locations: {
                        /** Format: date-time */
                        dateTime: string;
                        /** @description Degrees, WGS 84. */
                        latitude: number;
                        /** @description Degrees, WGS 84. */
                        longitude: number;
                        /** @description Metres above sea level. */
                        altitude?: number;
                        /** @description Metres per second. */
                        speed?: number;
                        /** @description Degrees clockwise from north. */
                        course?: number;
                        /** @description Metres. */
                        accuracy?: number;
                        satellites?: number;
                        /** @description False: no fix; the place, if any, is the last one known. */
                        valid?: boolean;
                        /** @description The tracker’s own battery, %. */
                        battery?: number;
                        /** @description The vehicle’s supply, volts. */
                        powerVoltage?: number;
                        /** @description % */
                        fuel?: number;
                        /** @description Second tank, %. */
                        fuel2?: number;
                        /** @description °C */
                        temperature?: number;
                        /** @description °C */
                        temperature2?: number;
                        /** @description % */
                        humidity?: number;
                        ignition?: boolean;
                        moving?: boolean;
                        /** @description Input 1 first. */
                        inputs?: boolean[];
                        /** @description Output 1 first. */
                        outputs?: boolean[];
                        /** @description Turns of the engine a minute. */
                        rpm?: number;
                        /** @description Kilometres. */
                        mileage?: number;
                        /** @description Seconds without movement. */
                        inactiveSeconds?: number;
                        /** @description What the tracker raised. */
                        alerts?: string[];
                        /** @description Whatever else it said, under the tracker’s own names. */
                        attributes?: {
                            [key: string]: number | string | boolean;
                        };
                    }[];
                    /** @description They are of the past, from another system. They are stored as if heard when they happened: no rule judges them, the stream and webhooks do not tell them, and the device does not come online by them. */
                    history?: boolean;
                } | {
                    /** Format: date-time */
                    dateTime: string;
                    /** @description Degrees, WGS 84. */
                    latitude: number;
                    /** @description Degrees, WGS 84. */
                    longitude: number;
                    /** @description Metres above sea level. */
                    altitude?: number;
                    /** @description Metres per second. */
                    speed?: number;
                    /** @description Degrees clockwise from north. */
                    course?: number;
                    /** @description Metres. */
                    accuracy?: number;
                    satellites?: number;
                    /** @description False: no fix; the place, if any, is the last one known. */
                    valid?: boolean;
                    /** @description The tracker’s own battery, %. */
                    battery?: number;
                    /** @description The vehicle’s supply, volts. */
                    powerVoltage?: number;
                    /** @description % */
                    fuel?: number;
                    /** @description Second tank, %. */
                    fuel2?: number;
                    /** @description °C */
                    temperature?: number;
                    /** @description °C */
                    temperature2?: number;
                    /** @description % */
                    humidity?: number;
                    ignition?: boolean;
                    moving?: boolean;
                    /** @description Input 1 first. */
                    inputs?: boolean[];
                    /** @description Output 1 first. */
                    outputs?: boolean[];
                    /** @description Turns of the engine a minute. */
                    rpm?: number;
                    /** @description Kilometres. */
                    mileage?: number;
                    /** @description Seconds without movement. */
                    inactiveSeconds?: number;
                    /** @description What the tracker raised. */
                    alerts?: string[];
                    /** @description Whatever else it said, under the tracker’s own names. */
                    attributes?: {
                        [key: string]: number | string | boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        locations: components["schemas"]["Location"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description New ones. */
                        stored: number;
                        /** @description Known before; nothing was changed. */
                        duplicates: number;
                        rejected: {
                            index: number;
                            error: string;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description In the durable log, not yet stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        accepted: number;
                        rejected: {
                            index: number;
                            error: string;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        activity: components["schemas"]["ActivityEntry"][];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Inclusive. A time, or a cursor of the events. */
                from?: string;
                /** @description Exclusive. */
                to?: string;
                device?: string;
                group?: string;
                rule?: string;
                name?: string;
                severity?: "info" | "warning" | "critical";
                state?: "open" | "acknowledged" | "resolved" | "withdrawn";
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        alerts: components["schemas"]["Alert"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example alt_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        dateTime: string;
                        /**
                         * Format: date-time
                         * @description When we knew.
                         */
                        raisedAt: string;
                        /**
                         * @example sos
                         * @example geofence.entered
                         * @example speed.above
                         */
                        name: string;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        text: string | null;
                        latitude: number | null;
                        longitude: number | null;
                        rule: string | null;
                        /** @enum {unknown} */
                        state: "open" | "acknowledged" | "resolved" | "withdrawn";
                        /** @description Came to light so late that nobody was told. */
                        late: boolean;
                        acknowledgedAt: string | null;
                        acknowledgedBy: string | null;
                        resolvedAt: string | null;
                        resolvedBy: string | null;
                        withdrawnAt: string | null;
                        note: string | null;
                        notifications: {
                            channel: string;
                            to: string;
                            state: string;
                            reason: string | null;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example alt_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        dateTime: string;
                        /**
                         * Format: date-time
                         * @description When we knew.
                         */
                        raisedAt: string;
                        /**
                         * @example sos
                         * @example geofence.entered
                         * @example speed.above
                         */
                        name: string;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        text: string | null;
                        latitude: number | null;
                        longitude: number | null;
                        rule: string | null;
                        /** @enum {unknown} */
                        state: "open" | "acknowledged" | "resolved" | "withdrawn";
                        /** @description Came to light so late that nobody was told. */
                        late: boolean;
                        acknowledgedAt: string | null;
                        acknowledgedBy: string | null;
                        resolvedAt: string | null;
                        resolvedBy: string | null;
                        withdrawnAt: string | null;
                        note: string | null;
                        notifications: {
                            channel: string;
                            to: string;
                            state: string;
                            reason: string | null;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    explainAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        explanation: {
                            [key: string]: unknown;
                        };
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example alt_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        dateTime: string;
                        /**
                         * Format: date-time
                         * @description When we knew.
                         */
                        raisedAt: string;
                        /**
                         * @example sos
                         * @example geofence.entered
                         * @example speed.above
                         */
                        name: string;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        text: string | null;
                        latitude: number | null;
                        longitude: number | null;
                        rule: string | null;
                        /** @enum {unknown} */
                        state: "open" | "acknowledged" | "resolved" | "withdrawn";
                        /** @description Came to light so late that nobody was told. */
                        late: boolean;
                        acknowledgedAt: string | null;
                        acknowledgedBy: string | null;
                        resolvedAt: string | null;
                        resolvedBy: string | null;
                        withdrawnAt: string | null;
                        note: string | null;
                        notifications: {
                            channel: string;
                            to: string;
                            state: string;
                            reason: string | null;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example alt_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        dateTime: string;
                        /**
                         * Format: date-time
                         * @description When we knew.
                         */
                        raisedAt: string;
                        /**
                         * @example sos
                         * @example geofence.entered
                         * @example speed.above
                         */
                        name: string;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        text: string | null;
                        latitude: number | null;
                        longitude: number | null;
                        rule: string | null;
                        /** @enum {unknown} */
                        state: "open" | "acknowledged" | "resolved" | "withdrawn";
                        /** @description Came to light so late that nobody was told. */
                        late: boolean;
                        acknowledgedAt: string | null;
                        acknowledgedBy: string | null;
                        resolvedAt: string | null;
                        resolvedBy: string | null;
                        withdrawnAt: string | null;
                        note: string | null;
                        notifications: {
                            channel: string;
                            to: string;
                            state: string;
                            reason: string | null;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readOrRaiseAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deviceId: string;
            };
            cookie?: never;
        };
        /** @description A period to read, or an alert to raise. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Inclusive.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description Exclusive.
                     */
                    to: string;
                    alertName?: string;
                    /** @description Records per page. Without it the whole list is streamed. */
                    limit?: number;
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                } | {
                    alert: {
                        name: string;
                        /** Format: date-time */
                        dateTime?: string;
                        text?: string;
                        /** @enum {unknown} */
                        severity?: "info" | "warning" | "critical";
                        location?: {
                            latitude: number;
                            longitude: number;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        alerts: components["schemas"]["Alert"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example alt_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        deviceId: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        dateTime: string;
                        /**
                         * Format: date-time
                         * @description When we knew.
                         */
                        raisedAt: string;
                        /**
                         * @example sos
                         * @example geofence.entered
                         * @example speed.above
                         */
                        name: string;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        text: string | null;
                        latitude: number | null;
                        longitude: number | null;
                        rule: string | null;
                        /** @enum {unknown} */
                        state: "open" | "acknowledged" | "resolved" | "withdrawn";
                        /** @description Came to light so late that nobody was told. */
                        late: boolean;
                        acknowledgedAt: string | null;
                        acknowledgedBy: string | null;
                        resolvedAt: string | null;
                        resolvedBy: string | null;
                        withdrawnAt: string | null;
                        note: string | null;
                        notifications: {
                            channel: string;
                            to: string;
                            state: string;
                            reason: string | null;
                        }[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /** @description Part of the name. */
                search?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        alertRules: components["schemas"]["AlertRule"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account. */
                    name: string;
                    /** @enum {unknown} */
                    kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                    enabled?: boolean;
                    /** @enum {unknown} */
                    severity?: "info" | "warning" | "critical";
                    /** @description What the kind asks for. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    conditions?: {
                        /** @description When the rule is heard. Absent: always. */
                        schedule?: {
                            /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                            days?: number[];
                            /** @example 22:00 */
                            from: string;
                            /** @example 22:00 */
                            to: string;
                        }[];
                        /**
                         * Format: time-zone
                         * @description Of the schedule. Absent: the account’s.
                         */
                        timeZone?: string;
                        /** @description Less accurate locations are not judged. */
                        accuracyM?: number;
                    };
                    /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                    groups?: string[];
                    /** @description Applies to these devices. */
                    devices?: string[];
                    /** @description The geofences it is about. Absent: all of the account’s. */
                    geofences?: string[];
                    /** @description Who is told. */
                    contacts?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example rul_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        /** @enum {unknown} */
                        kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                        enabled: boolean;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        /** @description What the kind asks for. */
                        settings: {
                            [key: string]: unknown;
                        };
                        conditions: {
                            /** @description When the rule is heard. Absent: always. */
                            schedule?: {
                                /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                                days?: number[];
                                /** @example 22:00 */
                                from: string;
                                /** @example 22:00 */
                                to: string;
                            }[];
                            /**
                             * Format: time-zone
                             * @description Of the schedule. Absent: the account’s.
                             */
                            timeZone?: string;
                            /** @description Less accurate locations are not judged. */
                            accuracyM?: number;
                        };
                        /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                        groups: string[];
                        /** @description Applies to these devices. */
                        devices: string[];
                        /** @description The geofences it is about. Absent: all of the account’s. */
                        geofences: string[];
                        /** @description Who is told. */
                        contacts: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example rul_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        /** @enum {unknown} */
                        kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                        enabled: boolean;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        /** @description What the kind asks for. */
                        settings: {
                            [key: string]: unknown;
                        };
                        conditions: {
                            /** @description When the rule is heard. Absent: always. */
                            schedule?: {
                                /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                                days?: number[];
                                /** @example 22:00 */
                                from: string;
                                /** @example 22:00 */
                                to: string;
                            }[];
                            /**
                             * Format: time-zone
                             * @description Of the schedule. Absent: the account’s.
                             */
                            timeZone?: string;
                            /** @description Less accurate locations are not judged. */
                            accuracyM?: number;
                        };
                        /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                        groups: string[];
                        /** @description Applies to these devices. */
                        devices: string[];
                        /** @description The geofences it is about. Absent: all of the account’s. */
                        geofences: string[];
                        /** @description Who is told. */
                        contacts: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account. */
                    name: string;
                    /** @enum {unknown} */
                    kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                    enabled?: boolean;
                    /** @enum {unknown} */
                    severity?: "info" | "warning" | "critical";
                    /** @description What the kind asks for. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    conditions?: {
                        /** @description When the rule is heard. Absent: always. */
                        schedule?: {
                            /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                            days?: number[];
                            /** @example 22:00 */
                            from: string;
                            /** @example 22:00 */
                            to: string;
                        }[];
                        /**
                         * Format: time-zone
                         * @description Of the schedule. Absent: the account’s.
                         */
                        timeZone?: string;
                        /** @description Less accurate locations are not judged. */
                        accuracyM?: number;
                    };
                    /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                    groups?: string[];
                    /** @description Applies to these devices. */
                    devices?: string[];
                    /** @description The geofences it is about. Absent: all of the account’s. */
                    geofences?: string[];
                    /** @description Who is told. */
                    contacts?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example rul_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        /** @enum {unknown} */
                        kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                        enabled: boolean;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        /** @description What the kind asks for. */
                        settings: {
                            [key: string]: unknown;
                        };
                        conditions: {
                            /** @description When the rule is heard. Absent: always. */
                            schedule?: {
                                /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                                days?: number[];
                                /** @example 22:00 */
                                from: string;
                                /** @example 22:00 */
                                to: string;
                            }[];
                            /**
                             * Format: time-zone
                             * @description Of the schedule. Absent: the account’s.
                             */
                            timeZone?: string;
                            /** @description Less accurate locations are not judged. */
                            accuracyM?: number;
                        };
                        /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                        groups: string[];
                        /** @description Applies to these devices. */
                        devices: string[];
                        /** @description The geofences it is about. Absent: all of the account’s. */
                        geofences: string[];
                        /** @description Who is told. */
                        contacts: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example rul_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        /** @enum {unknown} */
                        kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                        enabled: boolean;
                        /** @enum {unknown} */
                        severity: "info" | "warning" | "critical";
                        /** @description What the kind asks for. */
                        settings: {
                            [key: string]: unknown;
                        };
                        conditions: {
                            /** @description When the rule is heard. Absent: always. */
                            schedule?: {
                                /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                                days?: number[];
                                /** @example 22:00 */
                                from: string;
                                /** @example 22:00 */
                                to: string;
                            }[];
                            /**
                             * Format: time-zone
                             * @description Of the schedule. Absent: the account’s.
                             */
                            timeZone?: string;
                            /** @description Less accurate locations are not judged. */
                            accuracyM?: number;
                        };
                        /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                        groups: string[];
                        /** @description Applies to these devices. */
                        devices: string[];
                        /** @description The geofences it is about. Absent: all of the account’s. */
                        geofences: string[];
                        /** @description Who is told. */
                        contacts: string[];
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    dryRunAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    deviceId: string;
                    /**
                     * Format: date-time
                     * @description Inclusive.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description Exclusive; at most 31 days later.
                     */
                    to: string;
                    rule: {
                        /** @description Unique in the account. */
                        name: string;
                        /** @enum {unknown} */
                        kind: "sos" | "geofence" | "forbiddenZone" | "allowedZone" | "routeDeviation" | "checkpoint" | "speed" | "stopped" | "idling" | "towing" | "input" | "fuelChange" | "fuelLow" | "temperature" | "batteryLow" | "powerCut" | "voltage" | "gpsLost" | "harshDriving" | "tampering" | "mileage" | "clockWrong" | "attribute" | "overdue" | "expired" | "reported";
                        enabled?: boolean;
                        /** @enum {unknown} */
                        severity?: "info" | "warning" | "critical";
                        /** @description What the kind asks for. */
                        settings?: {
                            [key: string]: unknown;
                        };
                        conditions?: {
                            /** @description When the rule is heard. Absent: always. */
                            schedule?: {
                                /** @description Monday is 1. Absent: every day. Hours over midnight belong to the day they begin on. */
                                days?: number[];
                                /** @example 22:00 */
                                from: string;
                                /** @example 22:00 */
                                to: string;
                            }[];
                            /**
                             * Format: time-zone
                             * @description Of the schedule. Absent: the account’s.
                             */
                            timeZone?: string;
                            /** @description Less accurate locations are not judged. */
                            accuracyM?: number;
                        };
                        /** @description Applies to the devices of these groups. With neither groups nor devices: to every device. */
                        groups?: string[];
                        /** @description Applies to these devices. */
                        devices?: string[];
                        /** @description The geofences it is about. Absent: all of the account’s. */
                        geofences?: string[];
                        /** @description Who is told. */
                        contacts?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        alerts: {
                            /** Format: date-time */
                            dateTime: string;
                            name: string;
                            /** @enum {unknown} */
                            severity: "info" | "warning" | "critical";
                            text: string;
                            latitude?: number;
                            longitude?: number;
                            explanation: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Locations that the rule looked at. */
                        judged: number;
                        /** @description Not accurate enough, by the rule’s conditions. */
                        ignored: number;
                        /** @description Outside the rule’s schedule. */
                        unheard: number;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listIngestKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        ingestKeys: components["schemas"]["IngestKey"][];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createIngestKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What comes in by it.
                     * @enum {string}
                     */
                    protocol: "osmand" | "owntracks" | "garmin-ipc-outbound" | "rockblock" | "spot-push" | "spot-feed" | "globalstar-stu";
                    /** @description Who comes in by it, in your words. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /**
                         * @description For whoever takes a token or a password: the header `X-Outbound-Auth-Token`, or the password of HTTP Basic. Shown this once and kept by us only as a hash.
                         * @example ik_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…
                         */
                        secret: string;
                        /**
                         * @description For whoever takes an address only: it ends with the secret.
                         * @example https://rastro.example/ingest/spot-push/ik_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…
                         */
                        url: string;
                        ingestKey: components["schemas"]["IngestKey"];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteIngestKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ingestKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Part of the name or the URL. */
                search?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        webhooks: components["schemas"]["Webhook"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                     * @example https://hooks.example.com/rastro
                     */
                    url: string;
                    /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                    enabled?: boolean;
                    /**
                     * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                     * @example [
                     *       "alert",
                     *       "device.expired"
                     *     ]
                     */
                    events?: string[];
                    /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                    groups?: string[];
                    /** @description Events of these devices. */
                    devices?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example whk_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /**
                         * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                         * @example https://hooks.example.com/rastro
                         */
                        url: string;
                        /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                        enabled: boolean;
                        /**
                         * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                         * @example [
                         *       "alert",
                         *       "device.expired"
                         *     ]
                         */
                        events: string[];
                        /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                        groups: string[];
                        /** @description Events of these devices. */
                        devices: string[];
                        /** @description Why and since when nothing is sent, where nobody asked for that. */
                        disabled: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                        /** @description Nothing was delivered since, and something failed. */
                        failingSince: string | null;
                        /** @description The receiver asked for a pause. */
                        pausedUntil: string | null;
                        /** @description When events were found to be gone from the log before they could be queued. */
                        lastGap: string | null;
                        /** @description Until then the secret before the current one signs too. */
                        oldSecretUntil: string | null;
                        /** @description The period that is being queued again. */
                        redelivery: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        } | null;
                        /** @description Events that are queued and not delivered yet. */
                        waiting: number;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /**
                         * @description Signs what is sent (Standard Webhooks). It is shown this once.
                         * @example whsec_…
                         */
                        secret: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example whk_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /**
                         * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                         * @example https://hooks.example.com/rastro
                         */
                        url: string;
                        /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                        enabled: boolean;
                        /**
                         * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                         * @example [
                         *       "alert",
                         *       "device.expired"
                         *     ]
                         */
                        events: string[];
                        /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                        groups: string[];
                        /** @description Events of these devices. */
                        devices: string[];
                        /** @description Why and since when nothing is sent, where nobody asked for that. */
                        disabled: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                        /** @description Nothing was delivered since, and something failed. */
                        failingSince: string | null;
                        /** @description The receiver asked for a pause. */
                        pausedUntil: string | null;
                        /** @description When events were found to be gone from the log before they could be queued. */
                        lastGap: string | null;
                        /** @description Until then the secret before the current one signs too. */
                        oldSecretUntil: string | null;
                        /** @description The period that is being queued again. */
                        redelivery: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        } | null;
                        /** @description Events that are queued and not delivered yet. */
                        waiting: number;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                     * @example https://hooks.example.com/rastro
                     */
                    url: string;
                    /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                    enabled?: boolean;
                    /**
                     * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                     * @example [
                     *       "alert",
                     *       "device.expired"
                     *     ]
                     */
                    events?: string[];
                    /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                    groups?: string[];
                    /** @description Events of these devices. */
                    devices?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example whk_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /**
                         * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                         * @example https://hooks.example.com/rastro
                         */
                        url: string;
                        /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                        enabled: boolean;
                        /**
                         * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                         * @example [
                         *       "alert",
                         *       "device.expired"
                         *     ]
                         */
                        events: string[];
                        /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                        groups: string[];
                        /** @description Events of these devices. */
                        devices: string[];
                        /** @description Why and since when nothing is sent, where nobody asked for that. */
                        disabled: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                        /** @description Nothing was delivered since, and something failed. */
                        failingSince: string | null;
                        /** @description The receiver asked for a pause. */
                        pausedUntil: string | null;
                        /** @description When events were found to be gone from the log before they could be queued. */
                        lastGap: string | null;
                        /** @description Until then the secret before the current one signs too. */
                        oldSecretUntil: string | null;
                        /** @description The period that is being queued again. */
                        redelivery: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        } | null;
                        /** @description Events that are queued and not delivered yet. */
                        waiting: number;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example whk_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /**
                         * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                         * @example https://hooks.example.com/rastro
                         */
                        url: string;
                        /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                        enabled: boolean;
                        /**
                         * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                         * @example [
                         *       "alert",
                         *       "device.expired"
                         *     ]
                         */
                        events: string[];
                        /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                        groups: string[];
                        /** @description Events of these devices. */
                        devices: string[];
                        /** @description Why and since when nothing is sent, where nobody asked for that. */
                        disabled: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                        /** @description Nothing was delivered since, and something failed. */
                        failingSince: string | null;
                        /** @description The receiver asked for a pause. */
                        pausedUntil: string | null;
                        /** @description When events were found to be gone from the log before they could be queued. */
                        lastGap: string | null;
                        /** @description Until then the secret before the current one signs too. */
                        oldSecretUntil: string | null;
                        /** @description The period that is being queued again. */
                        redelivery: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        } | null;
                        /** @description Events that are queued and not delivered yet. */
                        waiting: number;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /**
                         * @description Signs what is sent (Standard Webhooks). It is shown this once.
                         * @example whsec_…
                         */
                        secret: string;
                        /** Format: date-time */
                        oldSecretUntil: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                state?: "waiting" | "delivered" | "failed";
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example dlv_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description The event’s identifier; the header webhook-id. */
                        event: string;
                        type: string;
                        device: string | null;
                        /**
                         * @description failed: a dead letter. It is not tried again by itself.
                         * @enum {unknown}
                         */
                        state: "waiting" | "delivered" | "failed";
                        redelivery: boolean;
                        /** @description When it is tried next, or its device’s delivery before it. */
                        due: string | null;
                        /** @description The body. */
                        request: string;
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            /** @description As it was at that time. */
                            url: string;
                            /** @description Absent where no answer came. */
                            status: number | null;
                            error: string | null;
                            response: string | null;
                            tookMs: number;
                        }[];
                        /** Format: date-time */
                        created: string;
                        ended: string | null;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverPeriod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Inclusive, by when it was logged.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Exclusive. Absent: now.
                     */
                    to?: string;
                    /** @description Of the stream of events: all behind it, up to now. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example whk_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        name: string;
                        /**
                         * @description https, at port 443 or 8443, unless the operator allows more. Redirects are not followed.
                         * @example https://hooks.example.com/rastro
                         */
                        url: string;
                        /** @description Once enabled again, a webhook goes on where it stopped, as far as the log of events reaches back. */
                        enabled: boolean;
                        /**
                         * @description Kinds of events, like alert, or exact types, like alert.raised. Absent: all.
                         * @example [
                         *       "alert",
                         *       "device.expired"
                         *     ]
                         */
                        events: string[];
                        /** @description Events of the devices of these groups. With neither groups nor devices: of every device. */
                        groups: string[];
                        /** @description Events of these devices. */
                        devices: string[];
                        /** @description Why and since when nothing is sent, where nobody asked for that. */
                        disabled: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                        /** @description Nothing was delivered since, and something failed. */
                        failingSince: string | null;
                        /** @description The receiver asked for a pause. */
                        pausedUntil: string | null;
                        /** @description When events were found to be gone from the log before they could be queued. */
                        lastGap: string | null;
                        /** @description Until then the secret before the current one signs too. */
                        oldSecretUntil: string | null;
                        /** @description The period that is being queued again. */
                        redelivery: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        } | null;
                        /** @description Events that are queued and not delivered yet. */
                        waiting: number;
                        /** Format: date-time */
                        created: string;
                        /** Format: date-time */
                        modified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        delivery: string;
                        delivered: boolean;
                        /** Format: date-time */
                        at: string;
                        /** @description As it was at that time. */
                        url: string;
                        /** @description Absent where no answer came. */
                        status: number | null;
                        error: string | null;
                        response: string | null;
                        tookMs: number;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only these kinds, separated by commas: location, alert, device, notification, command. */
                kinds?: string;
                /** @description Only these devices, separated by commas. */
                devices?: string;
                /** @description Only the devices that are in one of these groups, separated by commas. */
                groups?: string;
                /** @description Only within west,south,east,north, in degrees. Events without a place pass. May cross the antimeridian. */
                area?: string;
                /** @description Go on behind this place: an `id` of the stream, or the `cursor` of a page. */
                after?: string;
                /** @description Compact: the data of a location is [device, milliseconds, latitude, longitude, speed, course, moving, ignition, valid]. */
                form?: "full" | "compact";
                /** @description At most one location of each device in so many seconds; the last one is always told. */
                everySeconds?: number;
                /** @description End the stream after so many seconds. */
                forSeconds?: number;
            };
            header?: {
                /** @description Go on behind this place: an `id` of the stream, or the `cursor` of a page. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream that lasts until somebody ends it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only these kinds, separated by commas: location, alert, device, notification, command. */
                kinds?: string;
                /** @description Only these devices, separated by commas. */
                devices?: string;
                /** @description Only the devices that are in one of these groups, separated by commas. */
                groups?: string;
                /** @description Only within west,south,east,north, in degrees. Events without a place pass. May cross the antimeridian. */
                area?: string;
                /** @description Go on behind this place: an `id` of the stream, or the `cursor` of a page. */
                after?: string;
                /** @description About so many; 100 without it. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        events: components["schemas"]["Event"][];
                        /** @description For the next call, or for the stream. */
                        cursor: string;
                        /** @description There are more behind this page already. */
                        more: boolean;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        shares: components["schemas"]["Share"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Shown to whoever has the link. */
                    name: string;
                    devices: string[];
                    /**
                     * @description Live: from now on, until it expires. Historic: a period, and nothing else.
                     * @enum {string}
                     */
                    kind: "live" | "historic";
                    /**
                     * Format: date-time
                     * @description Of a historic share. Inclusive.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Of a historic share. Exclusive.
                     */
                    to?: string;
                    /**
                     * Format: date-time
                     * @description In 7 days unless said otherwise; 30 days ahead at most, or as the operator allows.
                     */
                    expires?: string;
                    /** @description What is shown beside place and time. Speed and course unless said otherwise. */
                    fields?: ("speed" | "course" | "altitude" | "accuracy" | "battery" | "ignition" | "moving" | "mileage" | "fuel" | "temperature" | "humidity")[];
                    /** @description Whether the devices’ names are shown. True unless said otherwise. */
                    showNames?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example shr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Shown to whoever has the link. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description In 7 days unless said otherwise; 30 days ahead at most, or as the operator allows.
                         */
                        expires: string;
                        /** @description What is shown beside place and time. Speed and course unless said otherwise. */
                        fields: ("speed" | "course" | "altitude" | "accuracy" | "battery" | "ignition" | "moving" | "mileage" | "fuel" | "temperature" | "humidity")[];
                        /** @description Whether the devices’ names are shown. True unless said otherwise. */
                        showNames: boolean;
                        devices: string[];
                        /**
                         * @description Live: from now on, until it expires. Historic: a period, and nothing else.
                         * @enum {string}
                         */
                        kind: "live" | "historic";
                        from: string | null;
                        to: string | null;
                        /** @description The user who made it. */
                        createdBy: string;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Whoever has it sees what the share shows. */
                        secret: string;
                        /**
                         * Format: uri
                         * @description The link to hand on.
                         */
                        url: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example shr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Shown to whoever has the link. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description In 7 days unless said otherwise; 30 days ahead at most, or as the operator allows.
                         */
                        expires: string;
                        /** @description What is shown beside place and time. Speed and course unless said otherwise. */
                        fields: ("speed" | "course" | "altitude" | "accuracy" | "battery" | "ignition" | "moving" | "mileage" | "fuel" | "temperature" | "humidity")[];
                        /** @description Whether the devices’ names are shown. True unless said otherwise. */
                        showNames: boolean;
                        devices: string[];
                        /**
                         * @description Live: from now on, until it expires. Historic: a period, and nothing else.
                         * @enum {string}
                         */
                        kind: "live" | "historic";
                        from: string | null;
                        to: string | null;
                        /** @description The user who made it. */
                        createdBy: string;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Whoever has it sees what the share shows. */
                        secret: string;
                        /**
                         * Format: uri
                         * @description The link to hand on.
                         */
                        url: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example shr_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Shown to whoever has the link. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description In 7 days unless said otherwise; 30 days ahead at most, or as the operator allows.
                         */
                        expires: string;
                        /** @description What is shown beside place and time. Speed and course unless said otherwise. */
                        fields: ("speed" | "course" | "altitude" | "accuracy" | "battery" | "ignition" | "moving" | "mileage" | "fuel" | "temperature" | "humidity")[];
                        /** @description Whether the devices’ names are shown. True unless said otherwise. */
                        showNames: boolean;
                        devices: string[];
                        /**
                         * @description Live: from now on, until it expires. Historic: a period, and nothing else.
                         * @enum {string}
                         */
                        kind: "live" | "historic";
                        from: string | null;
                        to: string | null;
                        /** @description The user who made it. */
                        createdBy: string;
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Whoever has it sees what the share shows. */
                        secret: string;
                        /**
                         * Format: uri
                         * @description The link to hand on.
                         */
                        url: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        productName: string;
                        /** @description Of the server. */
                        version: string;
                        /** @description Where this installation is reached. */
                        publicUrl: string;
                        /** @description What lies under the devices: the world that comes with Rastro, or the operator’s own. */
                        basemap: {
                            /** @enum {string} */
                            kind: "built-in";
                        } | {
                            /** @enum {string} */
                            kind: "pmtiles";
                            /** @description As the browser asks for it. */
                            url: string;
                            /** @description Whom the map names; may be empty. */
                            attribution: string;
                        } | {
                            /** @enum {string} */
                            kind: "style";
                            /** @description As the browser asks for it. */
                            url: string;
                            /** @description Whom the map names; may be empty. */
                            attribution: string;
                        } | {
                            /** @enum {string} */
                            kind: "raster";
                            /** @description As the browser asks for it. */
                            url: string;
                            /** @description Whom the map names; may be empty. */
                            attribution: string;
                        };
                        /** @description What is set in a tracker: where it finds the server. */
                        gateway: {
                            host: string;
                            port: number;
                        };
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userName: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Keep it in memory only. */
                        token: string;
                        /** Format: date-time */
                        expires: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userName: string;
                    password: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Keep it in memory only. */
                        token: string;
                        /** Format: date-time */
                        expires: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Keep it in memory only. */
                        token: string;
                        /** Format: date-time */
                        expires: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGeofences: {
        parameters: {
            query?: {
                /** @description Part of the name. */
                search?: string;
                /** @description A tag’s name, or `name:value`. */
                tag?: string;
                /** @description Records per page. Without it the whole list is streamed. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        geofences: components["schemas"]["Geofence"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account. */
                    name: string;
                    description?: string | null;
                    /**
                     * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
                     * @enum {string}
                     */
                    kind?: "polygon" | "circle" | "corridor";
                    /**
                     * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
                     * @example {
                     *       "type": "Polygon",
                     *       "coordinates": [
                     *         [
                     *           [
                     *             2.1,
                     *             41.3
                     *           ],
                     *           [
                     *             2.3,
                     *             41.3
                     *           ],
                     *           [
                     *             2.3,
                     *             41.5
                     *           ],
                     *           [
                     *             2.1,
                     *             41.3
                     *           ]
                     *         ]
                     *       ]
                     *     }
                     */
                    geometry: {
                        /** @enum {string} */
                        type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                        /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                        coordinates: unknown[];
                    };
                    /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
                    radius?: number | null;
                    /** @description Your own names and values. */
                    tags?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example geo_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /**
                         * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
                         * @enum {string}
                         */
                        kind: "polygon" | "circle" | "corridor";
                        /**
                         * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
                         * @example {
                         *       "type": "Polygon",
                         *       "coordinates": [
                         *         [
                         *           [
                         *             2.1,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.5
                         *           ],
                         *           [
                         *             2.1,
                         *             41.3
                         *           ]
                         *         ]
                         *       ]
                         *     }
                         */
                        geometry: {
                            /** @enum {string} */
                            type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                            /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                            coordinates: unknown[];
                        };
                        /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
                        radius: number | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                geofenceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example geo_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /**
                         * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
                         * @enum {string}
                         */
                        kind: "polygon" | "circle" | "corridor";
                        /**
                         * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
                         * @example {
                         *       "type": "Polygon",
                         *       "coordinates": [
                         *         [
                         *           [
                         *             2.1,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.5
                         *           ],
                         *           [
                         *             2.1,
                         *             41.3
                         *           ]
                         *         ]
                         *       ]
                         *     }
                         */
                        geometry: {
                            /** @enum {string} */
                            type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                            /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                            coordinates: unknown[];
                        };
                        /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
                        radius: number | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                geofenceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account. */
                    name: string;
                    description?: string | null;
                    /**
                     * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
                     * @enum {string}
                     */
                    kind?: "polygon" | "circle" | "corridor";
                    /**
                     * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
                     * @example {
                     *       "type": "Polygon",
                     *       "coordinates": [
                     *         [
                     *           [
                     *             2.1,
                     *             41.3
                     *           ],
                     *           [
                     *             2.3,
                     *             41.3
                     *           ],
                     *           [
                     *             2.3,
                     *             41.5
                     *           ],
                     *           [
                     *             2.1,
                     *             41.3
                     *           ]
                     *         ]
                     *       ]
                     *     }
                     */
                    geometry: {
                        /** @enum {string} */
                        type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                        /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                        coordinates: unknown[];
                    };
                    /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
                    radius?: number | null;
                    /** @description Your own names and values. */
                    tags?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example geo_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /**
                         * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
                         * @enum {string}
                         */
                        kind: "polygon" | "circle" | "corridor";
                        /**
                         * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
                         * @example {
                         *       "type": "Polygon",
                         *       "coordinates": [
                         *         [
                         *           [
                         *             2.1,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.5
                         *           ],
                         *           [
                         *             2.1,
                         *             41.3
                         *           ]
                         *         ]
                         *       ]
                         *     }
                         */
                        geometry: {
                            /** @enum {string} */
                            type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                            /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                            coordinates: unknown[];
                        };
                        /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
                        radius: number | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                geofenceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchGeofence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                geofenceId: string;
            };
            cookie?: never;
        };
        /** @description A JSON Patch array or a merge patch object. */
        requestBody: {
            content: {
                "application/json": ({
                    /** @enum {string} */
                    op: "add";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "remove";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                } | {
                    /** @enum {string} */
                    op: "replace";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                } | {
                    /** @enum {string} */
                    op: "move";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "copy";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    /** @description JSON Pointer (RFC 6901). */
                    from: string;
                } | {
                    /** @enum {string} */
                    op: "test";
                    /** @description JSON Pointer (RFC 6901). */
                    path: string;
                    value: unknown;
                })[] | {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @example geo_0aB1cD2eF3gH4iJ5kL6mN7 */
                        id: string;
                        /** @description Unique in the account. */
                        name: string;
                        description: string | null;
                        /**
                         * @description Told by the geometry: Polygon or MultiPolygon, Point, LineString.
                         * @enum {string}
                         */
                        kind: "polygon" | "circle" | "corridor";
                        /**
                         * @description GeoJSON (RFC 7946): the area itself, the middle of a circle, or the line along which a corridor runs. Edges of an area are straight in longitude and latitude. One that crosses the antimeridian is cut into a MultiPolygon, or goes on beyond 180, or steps from 179 to -179. One that holds a pole runs along latitude 90, from longitude 180 to -180.
                         * @example {
                         *       "type": "Polygon",
                         *       "coordinates": [
                         *         [
                         *           [
                         *             2.1,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.3
                         *           ],
                         *           [
                         *             2.3,
                         *             41.5
                         *           ],
                         *           [
                         *             2.1,
                         *             41.3
                         *           ]
                         *         ]
                         *       ]
                         *     }
                         */
                        geometry: {
                            /** @enum {string} */
                            type: "Polygon" | "MultiPolygon" | "Point" | "LineString";
                            /** @description Longitude first, then latitude, in degrees (WGS 84); 10000 positions at most. */
                            coordinates: unknown[];
                        };
                        /** @description Metres: of a circle, or from a corridor’s line to either side. null for a polygon. */
                        radius: number | null;
                        /** @description Your own names and values. */
                        tags: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        creation: string;
                        /** Format: date-time */
                        lastModified: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description CSV with a header: name, description, identifier, phoneNumber, model, protocol, expirationDate, dailyEmailLimit, dailySmsLimit, tag.<name>. 10000 rows at most. */
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        rows: number;
                        faults: {
                            /** @description Line of the file and column, like `12.identifier`. */
                            path: string;
                            message: string;
                        }[];
                        licensesNeeded: number;
                        licensesFree: number;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description CSV with a header: name, description, identifier, phoneNumber, model, protocol, expirationDate, dailyEmailLimit, dailySmsLimit, tag.<name>. 10000 rows at most. */
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        created: number;
                        ids: string[];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example lnk_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description Shown to whoever has the link. */
                        name: string;
                        /**
                         * @description Live: from now on, until it expires. Historic: a period, and nothing else.
                         * @enum {string}
                         */
                        kind: "live" | "historic";
                        /** Format: date-time */
                        from?: string;
                        /** Format: date-time */
                        to?: string;
                        /** Format: date-time */
                        expires: string;
                        devices: {
                            /** @description The device, by what it is called in this share. */
                            device: number;
                            name?: string;
                        }[];
                        locations: components["schemas"]["SharedLocation"][];
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSharedLocations: {
        parameters: {
            query: {
                /** @description The device, by what it is called in this share. */
                device: number;
                /** @description Inclusive. Nothing before what the share shows. */
                from?: string;
                /** @description Exclusive. Nothing after what the share shows. */
                to?: string;
                /** @description 1,000 without it. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example lnk_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        locations: components["schemas"]["SharedLocation"][];
                        nextCursor?: string;
                        /** @description Also in the header X-Request-Id and in the log. */
                        requestId: string;
                        /** @description Units this call cost: 1, and 1 more for each started 1,000 records. */
                        apiUsage?: number;
                        /** @description Units the account has used today, this call included. */
                        apiDailyUsage?: number;
                    };
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    watchShare: {
        parameters: {
            query?: {
                /** @description Go on behind this `id` of the stream. */
                after?: string;
                /** @description End the stream after so many seconds. */
                forSeconds?: number;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                /** @example lnk_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream that lasts until somebody ends it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The call was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The call failed on our side. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
