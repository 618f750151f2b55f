// Made by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        /** AlertNews */
        AlertNews: {
            /** @description As in /api/alerts. */
            id: string;
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            text: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            dateTime: string;
            latitude: number | null;
            longitude: number | null;
            rule: string | null;
            /** @description Came to light so late that nobody was told. */
            late: boolean;
            acknowledgedAt: string | null;
            acknowledgedBy: string | null;
            resolvedAt: string | null;
            resolvedBy: string | null;
            withdrawnAt: string | null;
            note: string | null;
        };
        /** DeviceNews */
        DeviceNews: {
            name: string;
            /** @description The number in its ETag. */
            version: number;
        };
        /** DeviceOffline */
        DeviceOffline: {
            lastSeen: string | null;
        };
        /**
         * Nothing
         * @description The type says it all.
         */
        Nothing: Record<string, never>;
        /** NotificationNews */
        NotificationNews: {
            id: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /** @description The address or telephone number. */
            to: string;
            /** @enum {string} */
            state: "sent" | "failed" | "suppressed";
            reason: string | null;
            /** @description The alert that it tells of. */
            alert: string;
        };
        /** CommandNews */
        CommandNews: {
            /** @description Its identifier. */
            command: string;
            /**
             * @example position
             * @example interval
             * @example output
             * @example reboot
             * @example raw
             */
            type: string;
            /** @enum {string} */
            state: "queued" | "sent" | "acknowledged" | "failed" | "expired";
            reason: string | null;
        };
        location: {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "location";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["Location"];
        };
        "alert.raised": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "alert.raised";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["AlertNews"];
        };
        "alert.acknowledged": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "alert.acknowledged";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["AlertNews"];
        };
        "alert.resolved": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "alert.resolved";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["AlertNews"];
        };
        "alert.withdrawn": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "alert.withdrawn";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["AlertNews"];
        };
        "alert.changed": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "alert.changed";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["AlertNews"];
        };
        "device.created": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.created";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["DeviceNews"];
        };
        "device.changed": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.changed";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["DeviceNews"];
        };
        "device.deleted": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.deleted";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["DeviceNews"];
        };
        "device.online": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.online";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["Nothing"];
        };
        "device.offline": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.offline";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["DeviceOffline"];
        };
        "device.expired": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.expired";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["Nothing"];
        };
        "device.reactivated": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "device.reactivated";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["Nothing"];
        };
        "notification.sent": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "notification.sent";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["NotificationNews"];
        };
        "notification.failed": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "notification.failed";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["NotificationNews"];
        };
        "notification.suppressed": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "notification.suppressed";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["NotificationNews"];
        };
        "command.queued": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "command.queued";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["CommandNews"];
        };
        "command.sent": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "command.sent";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["CommandNews"];
        };
        "command.acknowledged": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "command.acknowledged";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["CommandNews"];
        };
        "command.failed": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "command.failed";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["CommandNews"];
        };
        "command.expired": {
            /** @description The same however often it is told. */
            id: string;
            /** @constant */
            type: "command.expired";
            /**
             * Format: date-time
             * @description When it happened, or was heard of.
             */
            timestamp: string;
            /** @description The device it happened to. */
            device: string;
            data: components["schemas"]["CommandNews"];
        };
        hello: {
            /** @description A place in the stream. */
            cursor: string;
            /** @description It goes on behind the place that was asked for. */
            resumed: boolean;
        };
        skipped: {
            /** @description A place in the stream. */
            from: string;
            /** @description A place in the stream. */
            to: string;
        };
        end: {
            /** @description Stable, for programs. */
            code: string;
            /** @description One sentence a person can act on. */
            message: string;
        };
        /**
         * CompactLocation
         * @description Device, milliseconds since 1970, latitude, longitude, speed, course, and as 0 or 1: moving, ignition, valid; null where unknown. More may come behind these.
         */
        CompactLocation: (string | number | null)[];
        /** @description The fields of a Server-Sent Event beside `data`. */
        StreamFrame: {
            /** @description A place in the stream. */
            id?: string;
            /** @description The kind of event, or hello, skipped, end. */
            event: string;
        };
        /** @description Standard Webhooks 1.0. */
        WebhookHeaders: {
            /** @description The event’s `id`: the same at every attempt. */
            "webhook-id": string;
            /** @description Seconds since 1970 of this attempt. */
            "webhook-timestamp": string;
            /** @description `v1,` and the base64 of HMAC-SHA256 over "webhook-id.webhook-timestamp.body"; several, separated by blanks, while a secret is replaced. */
            "webhook-signature": string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
