import type { Stems } from './words';

/**
 * Synonyms by language, in groups separated by bars. The first groups cover the same topics in every language: price,
 * delivery, returns, contract termination, opening hours, contact, warranty, time limit, set-up, requirement, limit,
 * staff.
 */
const GROUPS: Readonly<Record<string, string>> = {
  en: `price cost costs fee fees charge charges charged rate tariff pay paid expensive cheap fare admission ticket
    |deliver delivery shipping ship ships shipped dispatch dispatched sent arrive arrives postage courier transport
    |return returns refund refunds refunded reimburse reimbursed reimbursement send-back money-back exchange
    |cancel cancellation terminate termination unsubscribe withdraw withdrawal revoke end quit leave
    |open opens opening hours closed closes closing
    |contact phone telephone call email mail reach support helpline hotline
    |warranty guarantee guaranteed cover covered
    |deadline period limit term latest expire expires expiry due within
    |install installation setup set-up configure configuration
    |need needs needed require requires required requirement requirements prerequisite necessary mandatory must
    |maximum max limit most largest up highest top|minimum min least smallest lowest
    |employee employees staff workers workforce people team personnel
    |founded founder founders started established created begin began launched origin
    |boss ceo head director leader manager president chair chairman runs led
    |buy purchase order ordered acquire obtain
    |error fail fails failed failure fault problem issue bug broken crash crashes defect
    |delete deletes deleted remove removes removed erase erased clear wipe discard
    |change changes changed modify edit alter update adjust replace
    |allowed allow allows permitted permit permission may forbidden prohibited banned ban
    |dog dogs cat cats pet pets animal animals|child children kid kids minor minors age aged under young infant toddler
    |injured injury injuries hurt wounded hospital hospitalised casualty casualties
    |killed died dead death deaths fatal fatality fatalities victims lost|fine fined penalty penalties punishment sanction
    |share shares shared sell sold disclose pass third party parties partners
    |store stored keep kept retain retained retention save saved archive hold
    |weight weigh weighs heavy kg kilograms grams pounds|size dimensions measure measures measuring wide width long length tall height high deep depth big large
    |fast speed quick rapid|password login log sign credentials authenticate account
    |battery charge charging runtime lasts endurance power|discount reduction reduced cheaper off concession save sale
    |free gratis complimentary included|payment pay card invoice bank transfer cash
    |late delay delayed postponed|depart departure leave check-out|secure security encrypted encryption protect protected safe
    |idle inactive silent unused timeout|car cars park parking vehicle drive spaces garage|bus train tram metro station transport
    |born birth birthday|live lives living home habitat inhabit found|eat eats diet food feed feeds
    |member members membership join subscription plan|review reviews rating rated
    |ingredient ingredients contain contains made material materials fabric|wash clean cleaning washing care`,
  de: `preis preise kosten kostet gebühr gebühren entgelt betrag tarif zahlen bezahlen teuer eintritt ticket fahrpreis
    |liefern lieferung versand versenden verschicken zustellung zustellen ankommen paket porto
    |rückgabe zurückgeben zurückschicken zurücksenden retoure rücksendung erstattung erstatten umtausch geld
    |kündigen kündigung stornieren stornierung widerruf widerrufen beenden austreten abmelden rücktritt
    |öffnungszeiten geöffnet öffnet offen geschlossen schließt schließen ruhetag
    |kontakt telefon anrufen rufnummer mail email erreichen erreichbar hotline kundendienst
    |garantie gewährleistung|frist spätestens ablauf läuft binnen innerhalb stichtag einsendeschluss
    |installieren installation einrichten einrichtung konfigurieren aufstellen montage aufbauen
    |brauchen braucht benötigen benötigt erforderlich nötig voraussetzung notwendig pflicht
    |maximal höchstens höchst obergrenze größte limit|mindestens minimum mindest kleinste
    |mitarbeiter angestellte beschäftigte personal leute team belegschaft
    |gegründet gründung gründer gründete entstanden entstand errichtet begann beginn
    |chef leiter leiterin geschäftsführer geschäftsführerin direktor direktorin vorstand führt leitet
    |kaufen kauf erwerben bestellen bestellung|fehler störung problem ausfall defekt kaputt absturz
    |löschen gelöscht entfernen entfernt vernichten|ändern änderung anpassen bearbeiten wechseln tauschen
    |erlaubt dürfen darf gestattet zulässig verboten untersagt verbot
    |hund hunde katze haustier haustiere tier tiere|kind kinder jugendliche minderjährige alter jahre
    |verletzt verletzte verletzungen krankenhaus klinik|tot tote getötet gestorben todesopfer opfer verstorben
    |strafe bußgeld geldstrafe geldbuße sanktion|weitergeben teilen verkaufen dritte partner übermitteln
    |speichern gespeichert aufbewahren aufbewahrung archivieren|gewicht wiegt schwer kilogramm kg gramm
    |größe maße abmessungen breit breite lang länge hoch höhe tief tiefe
    |schnell geschwindigkeit tempo|passwort kennwort anmelden anmeldung zugang konto login
    |akku batterie laden aufladen laufzeit ladezeit|rabatt ermäßigung ermäßigt nachlass vergünstigung
    |kostenlos gratis kostenfrei umsonst frei inklusive enthalten|zahlung zahlungsarten zahlen rechnung überweisung lastschrift karte
    |spät verspätung verzögerung verschoben|sicher sicherheit verschlüsselt schutz geschützt
    |auto autos parken parkplatz parkplätze fahrzeug stellplatz|bus bahn zug haltestelle bahnhof anreise
    |geboren geburt|leben lebt heimisch verbreitung vorkommen|fressen frisst nahrung essen ernährung
    |mitglied mitglieder mitgliedschaft beitrag beitreten|zutaten enthält besteht material stoff
    |waschen reinigen reinigung pflege`,
  fr: `prix tarif tarifs coût coûte coûtent frais montant payer cher entrée billet
    |livraison livrer livré livrés expédition expédier envoi envoyé colis arriver port
    |retour retourner renvoyer remboursement rembourser remboursé rendre échange
    |annuler annulation résilier résiliation rétractation désabonner désinscrire
    |horaires ouvert ouverte ouverture ouvre fermé fermée fermeture ferme
    |contact téléphone appeler joindre courriel email mail assistance
    |garantie garanti|délai date-limite échéance expire limite
    |installer installation configurer configuration monter montage|besoin nécessaire requis exige obligatoire faut prérequis
    |maximum maximal limite plafond|minimum minimal moins|employés salariés personnel effectif équipe collaborateurs
    |fondé fondée fondateur fondatrice créé créée création débuts ouvert|patron directeur directrice dirigeant pdg dirige responsable
    |acheter achat commander commande|erreur panne problème échec défaut bug
    |supprimer supprimé effacer effacé retirer|modifier modification changer changement
    |autorisé autorisés permis admis interdit interdits défendu|chien chiens chat animal animaux compagnie
    |enfant enfants âge mineur mineurs ans jeune|blessé blessés blessures hôpital hospitalisé
    |tué tués mort morts décédé victimes|amende pénalité sanction|partager vendre transmettre tiers partenaires
    |conserver conservées conservation stocker stockées garder durée|poids pèse lourd kg grammes kilos
    |taille dimensions mesure large largeur long longueur haut hauteur profondeur
    |rapide vitesse|mot-de-passe connexion identifiant compte|batterie recharge charger autonomie
    |réduction remise rabais réduit|gratuit gratuite gratuitement offert inclus compris|paiement payer carte virement facture espèces
    |retard retardé reporté|partir départ quitter|voiture parking stationnement garer|bus train gare métro accès|né née naissance
    |vivre vit habitat|manger mange nourriture aliments|membre membres adhésion cotisation|ingrédients contient composé matière
    |entretien réviser|laver lavage nettoyer entretien`,
  es: `precio precios costo coste cuesta cuestan tarifa cuota importe pagar caro entrada billete
    |entrega entregar entregas envío enviar envíos llega llegar mensajero
    |devolver devolución devoluciones reembolso reembolsar cambio
    |cancelar cancelación anular anulación baja rescindir desistir
    |horario abierto abre apertura cerrado cierra cierre|contacto teléfono llamar correo email atención
    |garantía|plazo fecha-límite vence límite caduca cierra termina|instalar instalación configurar montar montaje
    |necesario necesita necesitan requiere requisito requisitos obligatorio hace-falta
    |máximo límite tope|mínimo menos|empleados trabajadores personal plantilla equipo
    |fundado fundada fundador fundadora fundó creado creada inicio|jefe jefa director directora dirige gerente presidente
    |comprar compra pedido pedir|error fallo falla problema avería|eliminar borrar suprimir quitar
    |cambiar cambio modificar|permitido permite permiten admiten admite prohibido|perro perros gato mascota mascotas animal animales
    |niño niños menor menores edad años|herido heridos lesionado hospital|muerto muertos fallecido fallecidos víctimas
    |multa sanción penalización|compartir vender ceder terceros|guardar conservar almacenar conservan
    |peso pesa kg kilos gramos|tamaño medidas dimensiones mide ancho largo alto altura profundidad|rápido velocidad
    |contraseña acceso cuenta sesión|batería carga cargar autonomía|descuento rebaja reducido
    |gratis gratuito gratuita incluido|pago pagar tarjeta transferencia factura efectivo|retraso retrasado aplazado
    |coche aparcamiento aparcar estacionamiento|autobús tren metro estación parada|nació nacido nacimiento
    |vive vivir hábitat|comer come alimento alimentación|socio socios miembro membresía|ingredientes contiene material
    |lavar lavado limpiar limpieza`,
  it: `prezzo prezzi costo costa costano tariffa quota importo pagare caro ingresso biglietto
    |consegna consegnare consegne spedizione spedire spediti arriva arrivare corriere
    |reso resi restituire restituzione rimborso rimborsare rimborsato cambio
    |annullare annullamento disdire disdetta recesso recedere cancellare
    |orario orari aperto aperta apertura apre chiuso chiusa chiusura chiude|contatto telefono chiamare mail email assistenza
    |garanzia|termine scadenza scade entro limite|installare installazione configurare montare montaggio
    |necessario serve servono occorre richiede richiesto requisiti obbligatorio
    |massimo limite|minimo meno|dipendenti personale addetti lavoratori squadra
    |fondato fondata fondatore fondò nato nata creato inizio|capo direttore direttrice dirige guida responsabile presidente
    |comprare acquistare acquisto ordinare|errore guasto problema difetto|eliminare cancellare rimuovere
    |cambiare modificare modifica|permesso permessi consentito ammessi ammesso vietato vietati|cane cani gatto animale animali domestici
    |bambino bambini minore minori età anni ragazzi|ferito feriti ospedale|morto morti vittime deceduto
    |multa sanzione ammenda|condividere vendere cedere terzi|conservare conservati conservazione
    |peso pesa kg chili grammi|dimensioni misura misure largo larghezza lungo lunghezza alto altezza profondità
    |veloce velocità|password accesso account|batteria ricarica ricaricare autonomia|sconto ridotto riduzione
    |gratis gratuito gratuita gratuitamente incluso compreso|pagamento pagare carta bonifico fattura contanti
    |ritardo rinviato|auto macchina parcheggio parcheggiare|autobus treno stazione fermata metro|vive habitat
    |mangia cibo alimentazione|socio soci iscrizione tessera|ingredienti contiene materiale|lavare lavaggio pulire pulizia`,
  pt: `preço preços custo custa custam tarifa taxa valor pagar caro entrada bilhete ingresso
    |entrega entregar entregas envio enviar frete chega chegar
    |devolver devolução devoluções reembolso reembolsar troca
    |cancelar cancelamento anular rescindir desistir|horário horários aberto aberta abre abertura fechado fecha encerrado
    |contato contacto telefone ligar e-mail email atendimento|garantia|prazo data-limite vence limite
    |instalar instalação configurar montar|necessário precisa precisam requer requisito exige obrigatório
    |máximo limite|mínimo menos|funcionários empregados trabalhadores equipe equipa pessoal
    |fundado fundada fundador fundou criado criada início|chefe diretor diretora dirige gerente presidente
    |comprar compra pedido encomendar|erro falha problema avaria defeito|apagar excluir eliminar remover
    |alterar mudar trocar modificar|permitido permitidos permite proibido aceita aceitam aceites|cão cães cachorro gato animal animais estimação
    |criança crianças menor menores idade anos|ferido feridos hospital|morto mortos vítimas faleceu
    |multa penalidade sanção|compartilhar partilhar vender terceiros|guardar conservar armazenar armazenados
    |peso pesa kg quilos gramas|tamanho medidas dimensões mede largura comprimento altura profundidade|rápido velocidade
    |senha acesso conta login|bateria carga carregar autonomia|desconto reduzido redução
    |grátis gratuito gratuita incluído|pagamento pagar cartão transferência boleto dinheiro|atraso adiado
    |carro estacionamento estacionar|ônibus autocarro comboio trem metro metrô estação|vive habitat
    |come alimento alimentação|sócio sócios membro adesão|ingredientes contém material|lavar lavagem limpar limpeza`,
  nl: `prijs prijzen kosten kost tarief vergoeding bedrag betalen duur entree kaartje toegang
    |levering leveren bezorgen bezorging bezorgd verzending verzenden pakket
    |retour retourneren terugsturen terugbetaling terugbetalen ruilen geld-terug
    |annuleren annulering opzeggen opzegging herroepen beëindigen|openingstijden open geopend gesloten sluit
    |contact telefoon bellen telefoonnummer mail email bereikbaar klantenservice|garantie
    |termijn uiterlijk deadline binnen verloopt|installeren installatie instellen monteren
    |nodig vereist vereiste verplicht|maximaal maximum hoogstens limiet|minimaal minimum minstens
    |medewerkers werknemers personeel team|opgericht oprichter oprichting gesticht begonnen
    |baas directeur directrice leider leidt hoofd|kopen koop bestellen bestelling|fout storing probleem defect
    |verwijderen gewist wissen|wijzigen wijziging veranderen aanpassen|toegestaan mogen welkom verboden
    |hond honden kat huisdier huisdieren dier dieren|kind kinderen minderjarig leeftijd jaar
    |gewond gewonden ziekenhuis|dood doden gedood slachtoffers overleden|boete straf|delen verkopen derden
    |bewaren bewaard opslaan opgeslagen bewaartermijn|gewicht weegt zwaar kg kilo gram
    |afmetingen maat breed breedte lang lengte hoog hoogte diep diepte|snel snelheid|wachtwoord inloggen account
    |accu batterij opladen laden gebruiksduur|korting gereduceerd|gratis kosteloos inbegrepen
    |betaling betalen factuur overschrijving pinnen|vertraging uitgesteld|auto parkeren parkeerplaats|bus trein station halte
    |leeft leefgebied|eet voedsel|lid leden lidmaatschap contributie|ingrediënten bevat materiaal stof|wassen schoonmaken onderhoud`,
  sv: `pris priser kosta kostar avgift avgifter kostnad betala dyr inträde biljett
    |leverans leverera levereras frakt skicka skickas paket
    |retur returnera återlämna återbetalning återbetala pengarna byte ångra
    |avboka avbokning säga uppsägning avsluta ångerrätt|öppettider öppet öppen öppnar stängt stänger
    |kontakt telefon ringa mejl mail nå kundtjänst|garanti|tidsfrist senast inom sista
    |installera installation ställa montera|behöver krävs krav nödvändig obligatorisk
    |högst max maximalt gräns|minst minimum|anställda personal medarbetare|grundades grundat grundare startade bildades
    |chef ledare direktör leder vd|köpa köp beställa beställning|fel problem trasig|radera raderas ta-bort
    |ändra ändring byta|tillåtet tillåtna får välkomna förbjudet|hund hundar katt husdjur djur
    |barn ålder minderårig år|skadad skadade sjukhus|död döda dödades omkom offer|böter straff|dela sälja tredje
    |spara sparas lagra lagras|vikt väger tung kg kilo gram|mått storlek bred bredd lång längd hög höjd djup
    |snabb hastighet|lösenord inloggning konto|batteri ladda laddning|rabatt nedsatt|gratis kostnadsfritt fri ingår
    |betalning betala kort faktura|försening uppskjuten|bil parkering parkera|buss tåg station hållplats|lever
    |äter mat föda|medlem medlemmar medlemskap|ingredienser innehåller material|tvätta tvättas rengöra skötsel`,
  ru: `цена цены стоимость стоит стоят плата тариф оплата платить дорого вход билет
    |доставка доставить доставляем доставляют отправка отправить посылка привезут
    |возврат вернуть возвращают возвращаем возмещение обмен деньги
    |отменить отмена расторгнуть отказаться отказ прекратить|открыт открыта открыто открывается закрыт закрыто работает часы график
    |контакт телефон позвонить звонить почта связаться поддержка|гарантия
    |срок течение позднее истекает крайний|установить установка настроить настройка монтаж
    |нужно нужен необходимо требуется требования обязательно|максимум максимальный предел больше не-более
    |минимум минимальный не-менее|сотрудники работники персонал коллектив
    |основан основана основал основатель создан создана начало|директор руководитель глава начальник возглавляет руководит
    |купить покупка заказать заказ|ошибка сбой проблема неисправность|удалить удаление стереть
    |изменить изменение поменять|разрешено можно допускаются запрещено нельзя|собака собаки собакой кошка питомец питомцы животное животные животными
    |ребёнок дети детей возраст лет|ранен ранены пострадавшие больница|погиб погибли умер жертвы|штраф наказание
    |передавать продавать третьи|хранить хранение хранятся|вес весит масса кг килограмм граммов
    |размер размеры габариты ширина длина высота глубина|быстро скорость|пароль вход аккаунт
    |батарея аккумулятор зарядка заряжать|скидка льгота льготный|бесплатно бесплатный включено
    |оплата карта перевод счёт наличные|задержка опоздание|автомобиль машина парковка стоянка|автобус поезд метро станция остановка
    |живёт обитает|ест питается пища|член членство взнос|состав содержит материал|стирать стирка мыть чистить уход`,
  pl: `cena ceny koszt kosztuje kosztują opłata opłaty taryfa płacić bilet wstęp
    |dostawa dostarczyć wysyłka wysłać przesyłka paczka|zwrot zwrócić zwroty oddać zwrotu pieniądze wymiana
    |anulować anulowanie odwołać wypowiedzieć odstąpić rezygnacja|godziny otwarcia otwarte czynne zamknięte
    |kontakt telefon zadzwonić mail|gwarancja rękojmia|termin najpóźniej ciągu upływa|instalacja zainstalować montaż
    |potrzebne wymagane wymagany konieczne trzeba|maksymalnie maksimum najwyżej limit|minimalnie co-najmniej
    |pracownicy pracowników zatrudnia personel|założona założony założyciel powstał powstała|szef dyrektor kierownik kieruje prezes
    |kupić zakup zamówić|błąd awaria usterka|usunąć usunięcie|zmienić zmiana|dozwolone wolno można zabronione zakaz
    |pies psy psem kot zwierzę zwierzęta|dziecko dzieci wiek lat|grzywna kara mandat|waga waży kg|wymiary szerokość długość wysokość
    |rabat zniżka ulgowy|bezpłatnie bezpłatny darmowy gratis|płatność zapłata karta przelew|samochód parking parkować`,
  ja: `価格 値段 料金 費用 代金 入場料 運賃|配送 発送 配達 送料 お届け 到着|返品 返金 交換 払い戻し|解約 キャンセル 取消 取り消し 退会
    |営業時間 開館 閉館 開店 閉店 営業 定休日 休館|連絡 電話 問い合わせ メール|保証 保証期間|期限 締切 以内 期間 まで|設置 設定 インストール 導入
    |必要 必須 条件 要件|最大 上限|最小 下限|従業員 社員 職員 人数|設立 創業 創設 開業 創立|社長 代表 館長 所長 責任者|購入 買う 注文 予約
    |故障 不具合 エラー 障害|削除 消去|変更 修正|禁止 許可 可能 できます 利用できません|犬 猫 ペット 動物|子供 子ども 小学生 年齢 歳 未満
    |負傷 けが 怪我 病院|死亡 死者 犠牲|罰金 違約金|重量 重さ 質量|寸法 サイズ 大きさ 高さ 幅 長さ|電池 バッテリー 充電|割引 値引
    |無料|支払い 支払 決済 クレジットカード 現金|駐車場 駐車 車|駅 バス 電車 最寄り アクセス|材料 原料 素材 成分|洗濯 洗う 手入れ`,
};

/** Synonym groups for a language, keyed by the stems of their words. */
export class Thesaurus {
  readonly #groups = new Map<string, Set<string>>();

  constructor(private readonly stems: Stems) {
    for (const group of (GROUPS[stems.language] ?? '').split('|')) {
      const own = new Set(group.split(/\s+/).flatMap((word) => (word === '' ? [] : stems.of(word))));
      for (const stem of own) this.#groups.set(stem, new Set([...(this.#groups.get(stem) ?? []), ...own]));
    }
  }

  /** Returns the synonyms of a stem. For a compound word without synonyms, returns the synonyms of its parts. */
  of(stem: string): ReadonlySet<string> {
    const own = this.#groups.get(stem);
    if (own || !this.stems.hasCompounds) return own ?? new Set();
    const parts = [...this.#groups.keys()].filter(
      (one) => one.length >= 5 && (stem.startsWith(one) || stem.endsWith(one)),
    );
    return new Set(parts.flatMap((part) => [...(this.#groups.get(part) ?? [])]));
  }
}
