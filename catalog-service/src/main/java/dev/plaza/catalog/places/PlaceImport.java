package dev.plaza.catalog.places;

import dev.plaza.catalog.hours.OpeningHours;
import dev.plaza.catalog.menu.MenuGenerator;
import dev.plaza.catalog.menu.Menus;
import dev.plaza.catalog.restaurant.Restaurants;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Takes a file of places in, batch by batch. A file may be sent again: what is known is updated.
@Component
class PlaceImport {

  private final Restaurants restaurants;
  private final Menus menus;
  private final MenuGenerator generator;
  private final TransactionTemplate transaction;
  private final JsonMapper json;
  private final ImportProperties properties;

  PlaceImport(
      Restaurants restaurants,
      Menus menus,
      MenuGenerator generator,
      TransactionTemplate transaction,
      JsonMapper json,
      ImportProperties properties) {
    this.restaurants = restaurants;
    this.menus = menus;
    this.generator = generator;
    this.transaction = transaction;
    this.json = json;
    this.properties = properties;
  }

  /// @param timezone of features that name none, in a file that names none
  /// @throws ProblemException 400 when the file is no GeoJSON; the batches before stay, and are
  ///     told
  ImportReport take(InputStream in, @Nullable String timezone, String by) {
    var run = new Run(by);
    try (var file = new FeatureFile(in, json, properties.featureTokensMax())) {
      var node = file.next();
      var named = file.header("timezone");
      var common = new Feature.File(named == null ? timezone : named, file.header("attribution"));
      run.attribution = common.attribution();
      while (node != null) {
        run.take(Feature.of(node, common));
        node = file.next();
      }
      run.flush();
      return run.report();
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw run.told(
          FeatureFile.malformed(
              "",
              at == null
                  ? "is not JSON"
                  : "is not JSON at line " + at.getLineNr() + ", column " + at.getColumnNr()));
    } catch (ProblemException e) {
      throw run.told(e);
    }
  }

  private final class Run {
    private final String by;
    private final List<Feature.Known> batch = new ArrayList<>();
    private final List<ImportReport.Refusal> refused = new ArrayList<>();
    private @Nullable String attribution;
    private int seen;
    private int imported;
    private int updated;
    private int refusedCount;
    private int hoursUnreadable;

    Run(String by) {
      this.by = by;
    }

    void take(Feature feature) {
      if (seen == properties.featuresMax()) {
        throw new ProblemException(
            CommonProblem.PAYLOAD_TOO_LARGE,
            "At most " + properties.featuresMax() + " features are taken from a file.");
      }
      int index = seen++;
      switch (feature) {
        case Feature.Known known -> batch.add(known);
        case Feature.Refused(var id, var reason, var detail) -> {
          refusedCount++;
          if (refused.size() < properties.refusedShownMax()) {
            refused.add(new ImportReport.Refusal(index, id, reason, detail));
          }
        }
      }
      if (batch.size() == properties.batchMax()) {
        flush();
      }
    }

    void flush() {
      if (batch.isEmpty()) {
        return;
      }
      for (var known : batch) {
        var hours = known.profile().hours();
        if (hours != null && !OpeningHours.parse(hours).isKnown()) {
          hoursUnreadable++;
        }
      }
      transaction.executeWithoutResult(_ -> store());
      batch.clear();
    }

    private void store() {
      var stored =
          restaurants.putAll(
              batch.stream().map(it -> new Restaurants.Put(it.id(), it.profile()::over)).toList());
      var kinds = new java.util.HashMap<String, List<String>>();
      batch.forEach(it -> kinds.put(it.id(), it.kinds()));
      var made = new ArrayList<Menus.First>();
      for (var it : stored) {
        var restaurant = it.restaurant();
        if (restaurant.menuVersion() == 0) {
          var menu =
              generator.generate(
                  restaurant.id(),
                  kinds.getOrDefault(restaurant.id(), List.of()),
                  restaurant.profile().currency());
          made.add(new Menus.First(restaurant.id(), menu));
        }
      }
      menus.publishFirst(made, by);
      int created = (int) stored.stream().filter(Restaurants.Stored::created).count();
      imported += created;
      updated += batch.size() - created;
    }

    ImportReport report() {
      return new ImportReport(
          imported, updated, refusedCount, List.copyOf(refused), hoursUnreadable, attribution);
    }

    ProblemException told(ProblemException problem) {
      return problem.with("imported", imported).with("updated", updated);
    }
  }
}
