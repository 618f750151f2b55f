{{- define "rastro.selector" -}}
app.kubernetes.io/name: rastro
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "rastro.labels" -}}
{{ include "rastro.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "rastro.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Each role has its own port for metrics and health, counting from RASTRO_METRICS_PORT in this order. */ -}}
{{- define "rastro.metricsPort" -}}
{{- if eq . "gateway" -}} 9464
{{- else if eq . "mqtt" -}} 9465
{{- else if eq . "recorder" -}} 9466
{{- else if eq . "notifier" -}} 9467
{{- else if eq . "api" -}} 9468
{{- else if eq . "trips" -}} 9469
{{- else -}} 9470
{{- end -}}
{{- end }}

{{- define "rastro.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "rastro.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "rastro.env" -}}
- { name: RASTRO_PUBLIC_URL, value: {{ required "publicUrl is not set: https://…" .Values.publicUrl | quote }} }
- { name: RASTRO_SECRET_FILE, value: /run/secrets/rastro/secret }
- { name: RASTRO_OLD_SECRETS_FILE, value: /run/secrets/rastro/old-secrets }
- { name: RASTRO_DATABASE_URL_FILE, value: /run/secrets/rastro/database-url }
- { name: RASTRO_NATS_URL_FILE, value: /run/secrets/rastro/nats-url }
- { name: RASTRO_NATS_MONITOR_URL, value: {{ .Values.nats.monitorUrl | quote }} }
- { name: RASTRO_STREAM_REPLICAS, value: {{ .Values.nats.replicas | quote }} }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
