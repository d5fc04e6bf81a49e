// SPDX-License-Identifier: MIT
// Rows of one height of which only those in sight are elements: for a table of 100,000 agents, and
// for large trees.

const TALLEST = 30e6; // pixels that browsers let an element have; longer lists scroll in larger steps

export class VirtualRows {
    // `box` scrolls. `make()` makes an element for a row, `show(element, index)` fills it; `ask(from,
    // count)` is told which rows are in sight, before.
    constructor(box, height, make, show, ask = () => {}) {
        Object.assign(this, {box, height, make, show, ask, total: 0, from: 0, elements: []});
        this.list = document.createElement("div");
        this.list.className = "rows";
        this.list.role = "presentation";
        box.append(this.list);
        box.addEventListener("scroll", () => this.draw());
        new ResizeObserver(() => this.draw()).observe(box);
    }

    setTotal(total) {
        this.total = total;
        this.list.style.height = `${Math.min(TALLEST, total * this.height)}px`;
    }

    // Rows are to be made otherwise than before.
    clear() {
        this.elements = [];
        this.list.replaceChildren();
    }

    get seen() { return Math.max(1, Math.ceil((this.box.clientHeight - this.list.offsetTop) / this.height) + 1); }

    get stretch() {
        const room = this.box.clientHeight - this.list.offsetTop;
        return Math.max(1, (this.total * this.height - room) / Math.max(1, Math.min(TALLEST, this.total * this.height) - room));
    }

    draw() {
        if (this.box.clientHeight === 0)
            return;
        const {stretch} = this, top = this.box.scrollTop;
        this.from = Math.max(0, Math.min(Math.floor(top * stretch / this.height), this.total - 1));
        const count = Math.max(0, Math.min(this.seen, this.total - this.from));
        this.ask(this.from, count);
        while (this.elements.length < count) {
            const element = this.make();
            this.elements.push(element);
            this.list.append(element);
        }
        this.elements.forEach((element, i) => {
            element.hidden = i >= count;
            if (i >= count)
                return;
            const index = this.from + i;
            const place = stretch > 1 ? top + i * this.height : index * this.height;
            element.style.transform = `translateY(${place}px)`;
            this.show(element, index);
        });
    }

    // Scrolls so that a row is in sight.
    reveal(index) {
        const room = this.box.clientHeight - this.list.offsetTop, top = index * this.height;
        const at = this.box.scrollTop * this.stretch;
        if (top < at)
            this.box.scrollTop = top / this.stretch;
        else if (top + this.height > at + room)
            this.box.scrollTop = (top + this.height - room) / this.stretch;
        this.draw();
    }
}
