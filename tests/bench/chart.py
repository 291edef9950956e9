"""A bar chart as plain SVG: for each query the time of every system, on a logarithmic scale."""

import html
import math

COLOURS = ["#2f6fde", "#f0a030", "#8a8f98", "#4caf7a"]


def render(title, systems, rows):
    """`rows`: (label, {system: milliseconds}); a system may be absent from a row."""
    values = [value for _, times in rows for value in times.values() if value > 0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    left, width, bar, gap = 210, 520, 9, 8
    step = bar * len(systems) + gap
    height = 64 + step * len(rows) + 30
    scale = lambda value: width * (math.log10(max(value, 10 ** low)) - low) / max(1, high - low)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 90}" height="{height}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="#ffffff"/>', f'<text x="12" y="20" font-size="14">{html.escape(title)}</text>']
    for place, system in enumerate(systems):
        out.append(f'<rect x="{left + 130 * place}" y="30" width="10" height="10" fill="{COLOURS[place]}"/>'
                   f'<text x="{left + 14 + 130 * place}" y="39">{html.escape(system)}</text>')
    for power in range(low, high + 1):
        x = left + scale(10 ** power)
        out.append(f'<line x1="{x:.1f}" y1="52" x2="{x:.1f}" y2="{height - 26}" stroke="#dddddd"/>'
                   f'<text x="{x:.1f}" y="{height - 12}" text-anchor="middle" fill="#666666">{10 ** power:g} ms</text>')
    y = 58
    for label, times in rows:
        out.append(f'<text x="{left - 8}" y="{y + bar * len(systems) / 2 + 4:.1f}" text-anchor="end">{html.escape(label)}</text>')
        for place, system in enumerate(systems):
            if system not in times:
                continue
            top = y + bar * place
            out.append(f'<rect x="{left}" y="{top}" width="{max(1.0, scale(times[system])):.1f}" height="{bar - 1}" fill="{COLOURS[place]}"/>'
                       f'<text x="{left + scale(times[system]) + 4:.1f}" y="{top + bar - 1}" font-size="8" fill="#444444">{times[system]:.3g}</text>')
        y += step
    out.append("</svg>")
    return "\n".join(out) + "\n"
