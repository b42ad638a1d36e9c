// Relies on: the first `</head>` in the HTML that React writes being the end of the head, and on hydration keeping
// elements in the head that React did not render.
// Why: admins add elements to the head as HTML (decision 9). React has no way to render HTML among other elements of
// the head, and the browser must not receive it twice. Which fonts a page needs is known when it is rendered.
// Upstream: https://github.com/react/react/issues/24430 (elements unknown to React; kept since React 19)

export function addToHead(page: Buffer<ArrayBuffer>, elements: string): Buffer<ArrayBuffer> {
  const end = page.indexOf('</head>')
  if (elements === '' || end < 0) return page
  return Buffer.concat([page.subarray(0, end), Buffer.from(elements), page.subarray(end)])
}
