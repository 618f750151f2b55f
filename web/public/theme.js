// Sets the stored theme, or the system's, before the first paint. Mantine reads the same key.
const chosen = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
