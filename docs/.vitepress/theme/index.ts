import theme from 'vitepress/theme'
import './style.css'

// biome-ignore lint/style/noDefaultExport: VitePress asks for it.
export default theme
