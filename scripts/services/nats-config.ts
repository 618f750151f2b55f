// The configuration file of a private NATS server.

export type NatsCluster = {
  routePort: number
  /** The route ports of all nodes. */
  routePorts: number[]
  clientPassword: string
  routePassword: string
}

type NatsConfig = {
  name: string
  client: number
  monitor: number
  password: string
  store: string
  cluster: NatsCluster | undefined
}

export const natsUser = 'rastro'

/** No websocket, mqtt or leafnode listener: the worst vulnerabilities of this server were in them. */
export function natsConfig({ name, client, monitor, password, store, cluster }: NatsConfig): string {
  return `server_name: ${quote(name)}
listen: "127.0.0.1:${client}"
http: "127.0.0.1:${monitor}"
max_payload: 8MB
authorization { user: ${quote(natsUser)}, password: ${quote(password)} }
jetstream {
  store_dir: ${quote(store)}
  # Without it an acknowledged message is lost at a power cut.
  sync_interval: always
}
${cluster ? clusterConfig(cluster) : ''}`
}

function clusterConfig({ routePort, routePorts, routePassword }: NatsCluster): string {
  const routes = routePorts.map((port) => `    "nats-route://${natsUser}:${routePassword}@127.0.0.1:${port}"`)
  return `cluster {
  name: "rastro"
  listen: "127.0.0.1:${routePort}"
  authorization { user: ${quote(natsUser)}, password: ${quote(routePassword)} }
  routes: [
${routes.join('\n')}
  ]
}
`
}

function quote(text: string): string {
  return JSON.stringify(text)
}
