/** Texts for the images that `ocr.mjs` draws. They were written for this purpose, so that every word is known. */

export const english = [
  `The ferry leaves the northern pier at 6:40 every morning, and it returns shortly after noon. Passengers who carry
bicycles should arrive twenty minutes early, because the ramp is narrow and the crew loads one row at a time. On windy
days the captain may choose the longer route behind the islands, which takes another 35 minutes.`,
  `Our workshop repairs clocks made between 1850 and 1970. A careful cleaning costs 95 euros, a new mainspring 42, and we
answer every letter within three days. Please describe what the clock does: does it stop, strike the wrong hour, or lose
time overnight? Photographs of the dial and of the movement help us more than long explanations.`,
  `Rainfall in the valley was measured at four stations during the spring. The wettest was Kestrel Ridge with 318 mm, the
driest was the old mill with only 204 mm. Farmers reported that the soil stayed moist until June, so most of them delayed
the second sowing by two weeks and used less water than in any year since 2009.`,
  `Before you open the cabinet, switch off the main breaker and wait at least ten seconds. Remove both screws on the left
side, lift the panel, and place it on a soft cloth. The serial number is printed on a silver label (for example
KX-20417-B). Write it down together with the date; the supplier will ask for both.`,
  `The library keeps 12,400 volumes on two floors, and about a third of them may be borrowed. Children's books stand near
the entrance, maps and atlases under the stairs. Members pay nothing during their first year; afterwards the fee is 18
dollars. Lost cards are replaced on Tuesdays between two and five o'clock.`,
].map((text) => text.replaceAll('\n', ' '));

export const french = [
  `Le marché couvert ouvre à sept heures et ferme à midi, sauf le samedi où les étals restent garnis jusqu'à seize heures.
Les maraîchers du canton y vendent des légumes récoltés la veille, des œufs frais et des fromages de chèvre.`,
  `L'été dernier, la commune a rénové la façade de l'école, élargi le trottoir et planté vingt-deux tilleuls. Les travaux
ont coûté 148 000 euros, dont près de la moitié fut prise en charge par le département.`,
  `Pour préparer la confiture de mirabelles, dénoyautez deux kilos de fruits mûrs, ajoutez le sucre et laissez macérer une
nuit entière. Le lendemain, portez à ébullition, écumez, puis versez dans des bocaux chauds fermés aussitôt.`,
].map((text) => text.replaceAll('\n', ' '));

export const table = [
  ['Article', 'Colour', 'Weight', 'Price'],
  ['Garden chair', 'green', '4.2 kg', '39.90'],
  ['Folding table', 'brown', '11.5 kg', '84.00'],
  ['Parasol stand', 'grey', '18.0 kg', '27.50'],
  ['Cushion cover', 'orange', '0.4 kg', '12.75'],
  ['Hanging lamp', 'black', '1.1 kg', '56.20'],
  ['Flower bench', 'white', '7.8 kg', '63.40'],
  ['Water barrel', 'blue', '9.6 kg', '48.00'],
];

export const screenshot = {
  menu: ['Overview', 'Projects', 'Invoices', 'Customers', 'Reports'],
  title: 'Unpaid invoices',
  intro: 'Seven invoices are overdue. Send a reminder to all customers at once, or open one to see its history.',
  rows: [
    ['Invoice', 'Customer', 'Due', 'Amount'],
    ['2026-0412', 'Harbour Bakery', '14 March', '312.00'],
    ['2026-0415', 'Stone and Sons', '17 March', '1,090.50'],
    ['2026-0421', 'Miller Printing', '22 March', '74.95'],
    ['2026-0433', 'Blue Door Hotel', '29 March', '2,480.00'],
  ],
  note: 'Reminders are sent by email at nine in the morning. You can change the text of the reminder in the settings of each customer.',
};
