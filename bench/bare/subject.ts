// The subject shared by the bare publisher and the bare live server.
export const bareSubject = 'bare.live'
