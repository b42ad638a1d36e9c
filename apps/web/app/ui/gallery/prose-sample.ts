/** All elements the Markdown renderer can produce. */
export const PROSE_SAMPLE = `
<p>I have a table of 31 million tickets. Only a few of them are <em>open</em>, so the list page uses
a <a href="/questions/1">partial index</a> and used to load in <strong>three</strong>
milliseconds. Press <kbd>Ctrl</kbd> + <kbd>C</kbd>, ask <a class="mention" href="/users/leila">@leila</a>,
read <code>pg_stat_statements</code>.</p>
<pre tabindex="0"><code class="language-sql hljs"><span class="hljs-keyword">CREATE</span> INDEX tickets_open_idx
    <span class="hljs-keyword">ON</span> tickets (created_at <span class="hljs-keyword">DESC</span>)
 <span class="hljs-keyword">WHERE</span> status = <span class="hljs-string">'open'</span>;   <span class="hljs-comment">-- 0.4 % of 31 million rows, in a comment that makes the line overflow</span></code></pre>
<h2>Results</h2>
<ul><li>First<ul><li>Nested</li></ul></li><li>Second</li></ul>
<ol><li>One</li><li>Two</li></ol>
<ul><li class="task"><label><input type="checkbox" checked disabled> Measured</label></li>
<li class="task"><label><input type="checkbox" disabled> Explained</label></li></ul>
<h3>Measurements</h3>
<div class="table-scroll" role="group" tabindex="0"><table><thead><tr><th>Execution</th><th>Plan</th><th align="right">Time</th></tr></thead>
<tbody><tr><td>1 to 5</td><td>Index scan, <code>tickets_open_idx</code></td><td align="right">3.1 ms</td></tr>
<tr><td>6 onwards</td><td>Index scan backward</td><td align="right">212 ms</td></tr></tbody></table></div>
<blockquote><p>The first five executions are done with custom plans.</p></blockquote>
<p><a href="https://elsewhere.example/plans/a-long-path/picture.png" rel="nofollow ugc noopener" class="external-image"><span data-external-src="">Diagram of the plan</span></a></p>
<details><summary>Full plan</summary><p>Seq Scan on tickets</p></details>
<p>A claim<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup> (see <a class="post-reference" href="/questions/1">#1</a>), <del>withdrawn</del>, <mark>marked</mark>.</p>
<hr>
<section class="footnotes"><ol><li id="fn1">Source. <a href="#fnref1" class="footnote-backref">↩︎</a></li></ol></section>
`
