/** The home page. It is not front matter of index.md, because the formatter treats front matter as text. */
export const home = {
  layout: 'home',
  hero: {
    name: 'Rastro',
    text: 'Tracking that you run yourself',
    tagline:
      'Trackers report over their own protocols, users follow them on a live map, alerts go out by e-mail and SMS, and programs use a REST API.',
    image: { src: '/icon.svg', alt: '' },
    actions: [
      { text: 'Start', link: '/start' },
      { text: 'Write a program', link: '/api-guide/', theme: 'alt' },
      { text: 'Connect a tracker', link: '/connect-a-tracker', theme: 'alt' },
    ],
  },
}
