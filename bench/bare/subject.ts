// Where the bare publisher and the bare server of live events meet.
export const bareSubject = 'bare.live'
