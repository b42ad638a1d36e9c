// Every kind of inline text in every kind of block.
const texts = [
  'plain words',
  '**bold**, _italic_, ~~gone~~ and `code`',
  'a [link](https://example.org/a_(b)?c=d&e=f "title") and <https://example.org>',
  'https://example.org/auto and mail@example.org',
  'an ![image](https://example.org/a.png "t") and an ![own](/uploads/a.png)',
  '@leila and @tomas.r, not mail@leila.example',
  '#10010000000000041 and [@aisha](/users/aisha)',
  'a footnote[^1]\n\n[^1]: The note.',
  '<kbd>Ctrl</kbd> H<sub>2</sub>O <details><summary>More</summary>inside</details>',
  '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))',
  'line one\nline two  \nline three',
  'مرحبا **بك** في الرواق',
  '这是**粗体**文字，包含`代码`',
  'emoji 👩‍👩‍👧 & entities &amp; &lt;b&gt; &copy; "quotes" -- dashes...',
  '\\*not italic\\* and * alone _ alone ` alone',
  '**unclosed and [unclosed](and <unclosed',
  'nested **bold _italic `code` italic_ bold**',
  '<b style="color:red" onclick="x()" dir="rtl">styled</b> <!-- hidden -->',
  'a very_long_identifier_with_underscores and snake_case',
  '1 * 2 * 3 < 4 > 5 | 6',
]

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

const blocks: ((text: string) => string)[] = [
  (text) => text,
  (text) => `## ${text.replaceAll('\n', ' ')}\n\n${text}`,
  (text) => `> ${indent(text, '> ')}`,
  (text) => `- ${indent(text, '  ')}\n- second\n  - ${indent(text, '    ')}`,
  (text) => `1. ${indent(text, '   ')}\n3. third`,
  (text) => `- [ ] ${indent(text, '  ')}\n- [x] done`,
  (text) => `\`\`\`ts\n${text}\nconst a: number = 1\n\`\`\``,
  (text) =>
    `| a | b |\n|:-:|--:|\n| ${text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')} | 2 |`,
  (text) => `${text}\n\n---\n\n    ${indent(text, '    ')}`,
  (text) => `<div>\n\n${text}\n\n</div>\n\n# ${text.replaceAll('\n', ' ')}`,
]

export const markdownSnippets: readonly string[] = texts.flatMap((text) =>
  blocks.map((block) => block(text)),
)
