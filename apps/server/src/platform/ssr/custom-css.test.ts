import { expect, it } from 'vitest'
import { inlineStyleSheet, styleSheetLink } from './custom-css.ts'

it('links the style sheet with a URL that changes with its content', () => {
  expect(styleSheetLink('p { color: red }')).toMatch(
    /^<link rel="stylesheet" href="\/custom\.css\?v=[0-9a-f]{12}">$/,
  )
  expect(styleSheetLink('p { color: red }')).not.toBe(styleSheetLink('p { color: blue }'))
})

it('links no style sheet on a site without CSS', () => {
  expect(styleSheetLink(' ')).toBe('')
})

it('keeps the CSS of a preview within its element', () => {
  const { html } = inlineStyleSheet('p::after { content: "</style><script>1</script>" }')
  expect(html).toBe('<style>p::after { content: "<\\/style><script>1</script>" }</style>')
})
