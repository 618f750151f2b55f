/** The first page. It is not in the head of index.md, because our formatter takes such a head for text. */
export const home = {
  layout: 'home',
  hero: {
    name: 'Rastro',
    text: 'Tracking that you run yourself',
    tagline:
      'Trackers report where they are, people watch them on a map, alerts reach whoever must know, and programs use a REST API.',
    image: { src: '/icon.svg', alt: '' },
    actions: [
      { text: 'Start', link: '/start' },
      { text: 'Write a program', link: '/api-guide/', theme: 'alt' },
      { text: 'Connect a tracker', link: '/connect-a-tracker', theme: 'alt' },
    ],
  },
}
